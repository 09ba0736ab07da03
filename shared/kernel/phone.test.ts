import { expect, it } from 'vitest'
import { formatPhone, normalPhone } from './phone.ts'

it.each([
  ['703 555 0100', '7035550100'],
  ['(703) 555-0100', '7035550100'],
  ['+1 703.555.0100', '+17035550100'],
  ['555–0100', '5550100'],
  ['\u202a703 555 0100\u202c', '7035550100'],
  ['  ', ''],
])('%s is %s', (typed, digits) => {
  expect(normalPhone(typed)).toBe(digits)
})

it.each(['555 010', '1234567890123456', 'call me', '703 555 0100 x12', '+', '70+35550100'])(
  '%s is not a phone number',
  (typed) => {
    expect(normalPhone(typed)).toBeNull()
  },
)

it('groups the digits of an American number', () => {
  expect(formatPhone('7035550100')).toBe('703-555-0100')
  expect(formatPhone('+17035550100')).toBe('+1-703-555-0100')
  expect(formatPhone('+441632960001')).toBe('+441632960001')
  expect(formatPhone('')).toBe('')
})
