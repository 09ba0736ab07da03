/**
 * The fields of a lot of green coffee, in the order of its form. The form does not have the arrival and the weight that
 * is left.
 */
import { longText, money, optionalInteger, requiredText, text } from '#shared/platform/resources/kinds.ts'
import { optionalDay } from '#shared/platform/resources/days.ts'
import { optionalWeight, weight } from '#shared/platform/resources/weights.ts'

export const greenLotFields = {
  code: requiredText('Lot number', {
    column: 'code',
    max: 40,
    hint: 'The number on the bags of green coffee, such as GUJI-26. A recall finds the lot by this number',
  }),
  name: requiredText('Coffee', {
    column: 'name',
    max: 120,
    hint: 'Such as Ethiopia Guji. The weeks of supply count lots with the same name as one coffee',
  }),
  boughtGrams: weight('Weight bought', { column: 'bought_grams' }),
  cost: money('Cost of the lot', {
    column: 'cost_cents',
    hint: 'In dollars, with freight, for the whole lot',
  }),
  bags: optionalInteger('Bags', { column: 'bags', max: 10_000 }),
  dueOn: optionalDay('Expected', { column: 'due_on', hint: 'The day on which the coffee should arrive' }),
  reorderGrams: optionalWeight('Reorder below', {
    column: 'reorder_grams',
    hint: 'The coffee is on the list to reorder when less than this is here and on the way. If empty, never',
  }),
  supplier: text('Supplier', { column: 'supplier', max: 120 }),
  producer: text('Producer', {
    column: 'producer',
    max: 200,
    hint: 'The farm or the washing station. Buyers see it on the pages of the coffee and of their bag',
  }),
  origin: text('Origin', { column: 'origin', max: 120, hint: 'Country and region' }),
  process: text('Process', { column: 'process', max: 60 }),
  variety: text('Variety', { column: 'variety', max: 120 }),
  altitude: text('Altitude', { column: 'altitude', max: 60, hint: 'Such as 1,900 to 2,100 m' }),
  crop: text('Crop', { column: 'crop', max: 40, hint: 'The harvest, such as 2025/26' }),
  story: longText('Story', {
    column: 'story',
    max: 3000,
    rows: 5,
    hint: 'Who grew the coffee. Buyers read it on the page of their bag',
  }),
  notes: longText('Notes', { column: 'notes', max: 2000, rows: 3, hint: 'Only staff see it' }),
}
