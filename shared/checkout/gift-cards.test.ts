import { expect, test } from 'vitest'
import { problemOfCode, readCode } from './gift-cards.ts'

test('a code is read with spaces, dashes and small letters', () => {
  expect(readCode('abcd-efgh jkmn–pqrs')).toBe('ABCDEFGHJKMNPQRS')
  expect(problemOfCode('abcd-efgh jkmn–pqrs')).toBeNull()
})

test('the refusal of a code names the letters that no code has', () => {
  expect(problemOfCode('ABCD-EFGH-JKMN-PQR0')).toBe(
    'A code has no “0”, because such letters and digits look alike. Please check it',
  )
  expect(problemOfCode('ABOD-EFGH-JKMN-PQI1')).toContain('A code has no “O” or “I” or “1”')
  expect(problemOfCode('ABCD')).toBe('A code has 16 letters and digits, such as ABCD-EFGH-JKMN-PQRS')
  expect(readCode('ABCD-EFGH-JKMN-PQR0')).toBeNull()
})
