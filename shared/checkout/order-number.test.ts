import { describe, expect, test } from 'vitest'
import { ORDER_NUMBERS, orderNumberAt, readOrderNumber, splitAtOrderNumbers } from './order-number.ts'

test('a number has two groups of three characters, without look-alikes or vowels', () => {
  expect(orderNumberAt(0)).toBe('222-222')
  expect(orderNumberAt(ORDER_NUMBERS - 1)).toBe('XXX-XXX')
  expect(orderNumberAt(1)).not.toBe(orderNumberAt(20))
  for (let position = 0; position < ORDER_NUMBERS; position += 999_983)
    expect(orderNumberAt(position)).toMatch(/^[2-9CFGHJMPQRVWX]{3}-[2-9CFGHJMPQRVWX]{3}$/)
})

test('different positions have different numbers', () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => orderNumberAt(index * 6_397))
  expect(new Set(numbers).size).toBe(10_000)
})

describe('a number is read', () => {
  test.each([
    '4GX-7QM',
    '4gx-7qm',
    '4GX7QM',
    '4gx7qm',
    ' 4gx 7qm ',
    '4GX\u20137QM',
    'No. 4GX-7QM',
    'no 4gx-7qm',
    '#4GX-7QM',
  ])('from %j', (text) => expect(readOrderNumber(text)).toBe('4GX-7QM'))

  test.each(['', '4GX-7Q', '4GX-7QMX', '4GX-7QO', '10A-BCD', 'Ann Buyer', '4GX-7QM please', "' or 1=1"])(
    'but is not read from %j',
    (text) => expect(readOrderNumber(text)).toBeNull(),
  )
})

test('numbers in a text are found with their dash, in any case', () => {
  expect(splitAtOrderNumbers('Where is 4GX-7QM? And 222-xxx.')).toEqual([
    'Where is ',
    '4GX-7QM',
    '? And ',
    '222-xxx',
    '.',
  ])
  for (const text of ['no number', '4GX7QM', 'call 555-234-7890', 'x4GX-7QM', '4GX-7QM-2'])
    expect(splitAtOrderNumbers(text)).toEqual([text])
})
