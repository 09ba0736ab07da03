import { expect, test } from 'vitest'
import { ROASTS } from '#shared/kernel/categories.ts'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { bestDays, bestDaysText, useOf, type Freshness } from './freshness.ts'

const coffee = (roastingLevel: number, own: Partial<Freshness> = {}): Freshness => ({
  roastingLevel,
  bestFilter: '',
  bestEspresso: '',
  bestFor: [],
  ...own,
})

test.each([
  [1, '2026-12-09', '2027-01-06', '2026-12-16', '2027-01-13'],
  [2, '2026-12-09', '2027-01-06', '2026-12-16', '2027-01-13'],
  [3, '2026-12-07', '2026-12-30', '2026-12-09', '2027-01-06'],
  [4, '2026-12-05', '2026-12-23', '2026-12-07', '2026-12-30'],
  [5, '2026-12-05', '2026-12-23', '2026-12-07', '2026-12-30'],
])(
  'coffee of the roasting level %i, roasted on December 2, tastes best from %s to %s, as espresso from %s to %s',
  (level, from, to, espressoFrom, espressoTo) => {
    expect(bestDays(coffee(level), 'filter', '2026-12-02')).toEqual({ from, to })
    expect(bestDays(coffee(level), 'espresso', '2026-12-02')).toEqual({ from: espressoFrom, to: espressoTo })
  },
)

test('the own days of a coffee win over the rule, for filter and espresso apart', () => {
  const own = coffee(1, { bestFilter: '10-40' })
  expect(bestDays(own, 'filter', '2026-12-02')).toEqual({ from: '2026-12-12', to: '2027-01-11' })
  expect(bestDays(own, 'espresso', '2026-12-02')?.from).toBe('2026-12-16')
  expect(bestDays(coffee(0, { bestEspresso: '0-3' }), 'espresso', '2026-12-02')).toEqual({
    from: '2026-12-02',
    to: '2026-12-05',
  })
})

test('a coffee without a roasting level has no such days, and every level has them', () => {
  for (const use of ['filter', 'espresso'] as const) {
    expect(bestDays(coffee(0), use, '2026-12-02')).toBeNull()
    expect(bestDays(coffee(ROASTS.length), use, '2026-12-02')).toBeNull()
    for (const level of ROASTS.keys())
      if (level > 0) expect(bestDays(coffee(level), use, '2026-12-02')).not.toBeNull()
  }
})

test('the grind says how a bag is brewed, and for whole beans what the coffee is best for', () => {
  expect(useOf('Espresso', ['Filter'])).toBe('espresso')
  expect(useOf('Moka pot', [])).toBe('espresso')
  expect(useOf('French press', ['Espresso'])).toBe('filter')
  expect(useOf(WHOLE_BEAN, ['Espresso', 'Milk'])).toBe('espresso')
  expect(useOf(WHOLE_BEAN, ['Espresso', 'Filter'])).toBe('filter')
  expect(useOf('', [])).toBe('filter')
})

test('the days are written without the year, and a day is not split over two lines', () => {
  expect(bestDaysText({ from: '2026-12-09', to: '2027-01-06' })).toBe('Dec\u00a09 – Jan\u00a06')
})
