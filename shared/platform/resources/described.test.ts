import { expect, test } from 'vitest'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { applies, fromForm, namesOf, samplesOf, toForm, type Fields } from './described.ts'
import { day, dayTime } from './days.ts'
import { optionalInteger } from './kinds.ts'
import { link } from './shop-kinds.ts'
import { coffeeFields } from '#shared/catalog/resources/coffee.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import { optionalWeight, weight } from './weights.ts'

const coffee = {
  ...samplesOf(productFields),
  name: 'Guji',
  category: COFFEE_BEANS,
  roastingLevel: 2,
  isDraft: true,
}

const bag = { ...samplesOf(sizeFields), price: 18.5, grams: 340 }

test('values are converted to the form and back unchanged', () => {
  const typed = toForm(productFields, coffee)
  expect(typed).toMatchObject({ roastingLevel: '2', isDraft: 'Hidden' })
  expect(fromForm(productFields, typed)).toEqual(coffee)
  const ofBag = toForm(sizeFields, bag)
  expect(ofBag).toMatchObject({ price: '18.50', grams: '340' })
  expect(fromForm(sizeFields, Object.assign({ category: COFFEE_BEANS }, ofBag))).toEqual(bag)
})

test('a text that is not a number becomes NaN, and an empty optional number its blank value', () => {
  const typed = { ...toForm(sizeFields, bag), price: '', grams: '', countInStock: 'x' }
  expect(fromForm(sizeFields, typed)).toMatchObject({
    price: Number.NaN,
    countInStock: Number.NaN,
    grams: null,
  })
  const unrated = { ...toForm(productFields, coffee), roastingLevel: '' }
  expect(fromForm(productFields, unrated)).toMatchObject({ roastingLevel: 0 })
})

test('every field of a product that the form shows belongs to one of its sections', () => {
  const shown = namesOf(productFields).filter((name) => productFields[name].input.as !== 'own')
  const fields: Fields = productFields
  const parts = new Set(['goods', 'label', 'taste', 'recipe', 'wholesale', 'grinding', 'roasting', 'places'])
  const lost = shown.filter((name) => !parts.has(fields[name]!.part ?? ''))
  expect(lost).toEqual([])
})

test('a field that does not apply is hidden and sent with its blank value', () => {
  const typed = { ...toForm(productFields, coffee), category: 'Goods' }
  const hidden = namesOf(productFields).filter((name) => !applies(productFields[name], typed))
  expect(hidden).toEqual(namesOf(coffeeFields))
  const wholeBean = { ...typed, wholeBeanOnly: 'Whole bean only' }
  expect(fromForm(productFields, wholeBean).wholeBeanOnly).toBe(false)
  expect(namesOf(sizeFields).filter((name) => !applies(sizeFields[name], typed))).toEqual(['grams'])
})

test.each([
  ['price', '$1,234.50', 1234.5],
  ['price', '18,50', 18.5],
  ['price', '1e3', Number.NaN],
  ['grams', '250 g', 250],
  ['grams', '', null],
  ['roastingLevel', '', 0],
  ['accent', 'lake', 'Lake'],
  ['accent', 'By taste', ''],
  ['countInStock', '', Number.NaN],
  ['isDraft', 'on sale', false],
  ['isDraft', 'Draft', true],
  ['isDraft', '', undefined],
  ['description', 'One.\r\nTwo.', 'One.\nTwo.'],
] as const)('the %s cell “%s” is read as %s', (name, cell, value) => {
  expect({ ...productFields, ...sizeFields }[name].fromCell(cell)).toEqual(value)
})

test('a cell that must have one of two texts is refused with a message that names both', () => {
  expect(() => productFields.isDraft.fromCell('perhaps')).toThrow('Enter “On sale” or “Hidden”')
})

test.each([
  ['2026-11-21T18:30', true],
  ['2028-02-29T00:00', true],
  ['2026-02-29T10:00', false],
  ['2026-11-21T24:00', false],
  ['2026-11-21', false],
  ['2026-11-21T18:30Z', false],
  ['', false],
])('the day and time “%s” is accepted: %s', (text, isAccepted) => {
  const starts = dayTime('Starts', { column: 'starts' })
  expect(starts.edit.safeParse(text).success).toBe(isAccepted)
  expect(starts.print('2026-11-21T18:30')).toBe('2026-11-21 18:30')
})

test.each([
  ['2026-11-21', true],
  ['2026-02-29', false],
  ['2026-11-21T18:30', false],
  ['', false],
])('the day “%s” is accepted: %s', (text, isAccepted) => {
  expect(day('Last day', { column: 'last_day' }).edit.safeParse(text).success).toBe(isAccepted)
})

test.each([
  ['https://example.com/page', ['any', 'full', 'https']],
  ['http://example.com/page', ['any', 'full']],
  ['/shop', ['any']],
  ['//example.com', []],
  ['https://', []],
  ['https://exa mple.com', []],
  ['example.com', []],
  ['', []],
])('“%s” is accepted by a required link to: %j', (text, kinds) => {
  const accepting = (['any', 'full', 'https'] as const).filter(
    (to) => link('Link', { column: 'link', to, required: true }).edit.safeParse(text).success,
  )
  expect(accepting).toEqual(kinds)
  expect(link('Link', { column: 'link', to: 'https' }).edit.safeParse('').success).toBe(true)
})

test('an optional number has its limits in the input and in requests', () => {
  const seats = optionalInteger('Seats', { column: 'seats', min: 2, max: 40 })
  expect(seats.input).toMatchObject({ min: 2, max: 40 })
  expect([null, 2, 40, 1, 41].map((value) => seats.edit.safeParse(value).success)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(seats.edit.safeParse(1).error?.issues[0]?.message).toBe('Seats must be 2 at least')
})

test('a weight is in grams in the form, and in both systems in the change log', () => {
  const field = weight('Smallest batch', { column: 'smallest' })
  expect(field.toForm(12_500)).toBe('12500 g')
  expect(field.fromForm('12500 g')).toBe(12_500)
  expect(field.fromForm('27.56 lb')).toBe(12_501)
  expect(field.fromForm('')).toBeNaN()
  expect(field.print(12_500)).toBe('27.56\u00a0lb (12.5\u00a0kg)')
  const optional = optionalWeight('Capacity', { column: 'capacity', max: 1000 })
  expect([optional.toForm(null), optional.fromForm(''), optional.print(null)]).toEqual(['', null, ''])
  expect(optional.edit.safeParse(null).success).toBe(true)
  expect(optional.edit.safeParse(1001).success).toBe(false)
  expect(optional.edit.safeParse(0).success).toBe(false)
})
