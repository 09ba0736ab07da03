import { expect, test } from 'vitest'
import { optionalInteger, requiredText } from '#shared/platform/resources/kinds.ts'
import { pictures } from '#shared/platform/resources/lists.ts'
import { describedRows } from './rows.ts'

const grinder = {
  name: requiredText('Name', { column: 'name', max: 40 }),
  burrs: optionalInteger('Burrs', {
    column: 'burrs_mm',
    max: 200,
    unit: 'mm',
    onlyWhen: { field: 'name', is: 'Grinder', problem: 'Only grinders have burrs' },
  }),
  views: pictures('Views', { column: 'views', max: 3 }),
}

type Row = { name: string; burrs_mm: number | null; views: string }

const rows = describedRows<Row>()(grinder)
const edit = { name: 'Grinder', burrs: 64, views: ['a.jpg', 'b.jpg'] }

test('an edit converts to columns and back without changes', () => {
  const columns = rows.columnsOf(edit)
  expect(columns).toEqual({ name: 'Grinder', burrs_mm: 64, views: '["a.jpg","b.jpg"]' })
  expect(rows.editOf(columns)).toEqual(edit)
})

test('a field that does not apply is stored blank', () => {
  expect(rows.columnsOf({ ...edit, name: 'Kettle' })).toMatchObject({ name: 'Kettle', burrs_mm: null })
})

test('changes are text, in the order of the description, and pictures are counted', () => {
  const before = rows.columnsOf(edit)
  const after = rows.columnsOf({ name: 'Grinder', burrs: 83, views: ['b.jpg', 'a.jpg'] })
  expect(rows.changesOf(before, after)).toEqual([
    { field: 'Burrs', before: '64 mm', after: '83 mm' },
    { field: 'Views', before: '2 pictures', after: '2 pictures, in another order' },
  ])
  expect(rows.changesOf(before, before)).toEqual([])
})

test('a column without a field, a field without a column and a different type do not compile', () => {
  // @ts-expect-error -- the column `grams` has no field
  describedRows<Row & { grams: number }>()(grinder)
  // @ts-expect-error -- the field `burrs` has no column
  describedRows<Omit<Row, 'burrs_mm'>>()(grinder)
  // @ts-expect-error -- the column holds a text
  describedRows<Omit<Row, 'burrs_mm'> & { burrs_mm: string }>()(grinder)
  expect(Object.keys(grinder)).toEqual(['name', 'burrs', 'views'])
})
