import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { isWholeBean, partGrinds } from './grinds.ts'
import { shopifyColumns } from './shopify.ts'
import { wooColumns } from './woocommerce.ts'

const of = (name: string, ...values: string[]) => partGrinds(values.map((value) => [{ name, value }]))

test.each([
  'Whole Bean',
  'whole beans',
  'Ganze Bohne',
  'En grains',
  'In grani',
  'Em grão',
  'Hela bönor',
  '豆のまま',
])('%s is whole bean', (grind) => expect(isWholeBean(grind)).toBe(true))

test.each([
  ['Size', ['12 oz', '2 lb']],
  ['Grind Weight', ['250g', '1kg']],
  ['Roast', ['Espresso', 'Filter']],
  ['Color', ['Coffee', 'Fine White']],
  ['Title', ['Default Title']],
])('%s is no grind', (name, values) => expect(of(name, ...values)).toBeNull())

test.each([
  ['Bag', '12oz Whole Bean', '12oz'],
  ['Bag', 'Whole Bean (340 g)', '340 g'],
  ['Option', '250 g, ganze Bohne', '250 g'],
])('%s: %s is a size with a grind', (name, value, size) => {
  expect(of(name, value)![0]!.options).toEqual([{ name, value: size }])
})

test('very long names and values are read at once', () => {
  const long = [
    '1'.repeat(100_000),
    'whole bean '.repeat(20_000),
    `12 oz ${' '.repeat(100_000)}x`,
    'ー'.repeat(100_000),
  ]
  const start = performance.now()
  for (const text of long) {
    of(text, text, 'Whole Bean')
    shopifyColumns([text])
    wooColumns([text, `${text} (kg)`])
  }
  expect(performance.now() - start).toBeLessThan(1000)
})
