import { expect, test } from 'vitest'
import { toCents, toDollars } from './money.ts'

test.for([
  [0, '0.00'],
  [5, '0.05'],
  [1010, '10.10'],
  [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
] as const)('writes %i cents as %s', ([cents, dollars]) => {
  expect(toDollars(cents)).toBe(dollars)
})

test.for([-1, 0.5, Number.NaN, Infinity, 2 ** 53])('does not write %d cents', (cents) => {
  expect(() => toDollars(cents)).toThrow(RangeError)
})

test.for([
  ['10.1', 1010],
  ['10.10', 1010],
  ['10', 1000],
  ['.5', 50],
  ['10.100', 1010],
  ['1.15', 115],
  ['4.35', 435],
] as const)('reads %s as %i cents', ([dollars, cents]) => {
  expect(toCents(dollars)).toBe(cents)
})

test.for(['', '-1.00', '1e3', '1,000.00', '10.001', ' 1', 'NaN', '99999999999999.00'])(
  'does not read %s',
  (text) => {
    expect(toCents(text)).toBeNull()
  },
)
