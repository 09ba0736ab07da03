import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCents, formatDollars, fromDecimal, toCents, toDecimal } from './pricing.ts'

const cents = fc.integer({ min: 0, max: 9_999_999 })

describe('money as text for people', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [99, '$0.99'],
    [1750, '$17.50'],
    [123_450, '$1,234.50'],
    [9_999_999, '$99,999.99'],
    [123_456_789, '$1,234,567.89'],
    [-150, '-$1.50'],
  ])('%i cents are %s', (amount, text) => {
    expect(formatCents(amount)).toBe(text)
  })

  test('dollars are formatted like cents', () => {
    expect(formatDollars(1234.5)).toBe('$1,234.50')
  })

  test('the text is that of Intl.NumberFormat', () => {
    const intl = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
    const amounts = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
    fc.assert(fc.property(amounts, (amount) => formatCents(amount) === intl.format(amount / 100)))
  })

  test('the text has exactly the given cents', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(toCents(Number(formatCents(amount).replace(/[$,]/g, '')))).toBe(amount)
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('money as decimal text for files and other services', () => {
  test.for([
    [0, '0.00'],
    [5, '0.05'],
    [1010, '10.10'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
  ] as const)('writes %i cents as %s', ([amount, text]) => {
    expect(toDecimal(amount)).toBe(text)
  })

  test.for([-1, 0.5, Number.NaN, Infinity, 2 ** 53])('does not write %d cents', (amount) => {
    expect(() => toDecimal(amount)).toThrow(RangeError)
  })

  test.for([
    ['10.1', 1010],
    ['10.10', 1010],
    ['10', 1000],
    ['.5', 50],
    ['10.100', 1010],
    ['1.15', 115],
    ['4.35', 435],
  ] as const)('reads %s as %i cents', ([text, amount]) => {
    expect(fromDecimal(text)).toBe(amount)
  })

  test.for(['', '-1.00', '1e3', '1,000.00', '10.001', ' 1', 'NaN', '99999999999999.00'])(
    'does not read %s',
    (text) => {
      expect(fromDecimal(text)).toBeNull()
    },
  )
})
