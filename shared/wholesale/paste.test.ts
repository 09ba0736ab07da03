import { expect, test } from 'vitest'
import { readPasted } from './paste.ts'

const row = (name: string, size: string, sku: string, pack: number | null = null) => ({
  sizeId: `${name} ${size}`,
  name,
  size,
  sku,
  pack,
})
const ROWS = [
  row('House Espresso', '12 oz', 'HE-12', 6),
  row('House Espresso', '5 lb', 'HE-5'),
  row('Café Guji', '5 lb', 'GU-5'),
  row('Filters 1000', '', 'F1'),
]
const read = (text: string) =>
  readPasted(text, ROWS).map(({ qty, sizeId, problem }) => problem || `${qty} ${sizeId}`)

test('lines are read with the number first or last, with sizes however they are written', () => {
  const lines = [
    '10 house 5lb',
    '3 x Guji 5 LBS',
    'cafe guji: 2',
    'house espresso 5 pounds x 4',
    '12 bags of house 12oz',
  ]
  expect(read(lines.join('\n'))).toEqual([
    '10 House Espresso 5 lb',
    '3 Café Guji 5 lb',
    '2 Café Guji 5 lb',
    '4 House Espresso 5 lb',
    '12 House Espresso 12 oz',
  ])
})

test('rows of a spreadsheet are read by their SKU, whatever else they have', () => {
  expect(read('HE-5\t7\r\n"gu-5";2;"Guji, washed"\r\n4,F1')).toEqual([
    '7 House Espresso 5 lb',
    '2 Café Guji 5 lb',
    '4 Filters 1000 ',
  ])
})

test('every line that is not understood is named with the reason, and none is left out', () => {
  expect(read('SKU,Qty\n5 house\n3 kenya 5lb\nguji 5lb\n0 guji\n7 house 12oz\n999999 guji')).toEqual([
    'Not in your list',
    'Which one: House Espresso, 12 oz, or House Espresso, 5 lb?',
    'Not in your list',
    'How many? Write the number first',
    'From 1 to 2000 pieces',
    'Comes in cases of 6',
    'From 1 to 2000 pieces',
  ])
})
