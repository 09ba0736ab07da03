/** The columns of a product as a spreadsheet has them, derived from its description. */
import { bare } from '#shared/resources/cells.ts'
import type { Name } from '#shared/resources/described.ts'
import type { Field } from '#shared/resources/field.ts'
import { productFields } from '#shared/resources/product.ts'
import type { ProductRow } from '../db/schema.ts'
import type { Cell } from '../text/csv.ts'

export type SheetColumn = {
  name: string
  /** Other names for it, in lower-case letters and digits. */
  also?: string[]
  write: (row: ProductRow) => Cell
  /** The field it belongs to; the id and the count at export have none. */
  field?: Name<typeof productFields>
  /** The value of a cell; undefined keeps what is saved, NaN is for what is no number. Throws with the problem. */
  read?: (cell: string) => unknown
}

export const ID_COLUMN: SheetColumn = { name: 'ID', also: ['productid'], write: (row) => row.id }

/**
 * The count when the file was made. An import applies only the difference to it, so that it does not bring back what
 * was sold since.
 */
export const EXPORTED_COLUMN: SheetColumn = { name: 'Stock at export', write: (row) => row.count_in_stock }

export const COLUMNS: SheetColumn[] = [ID_COLUMN, ...fieldColumns(), EXPORTED_COLUMN]

/** The column that a cell of the head names; undefined if there is none. */
export function columnNamed(cell: string): SheetColumn | undefined {
  const wanted = bare(cell)
  return COLUMNS.find(({ name, also = [] }) => bare(name) === wanted || also.includes(wanted))
}

/** In the order of `place`; fields without a place follow. */
function fieldColumns(): SheetColumn[] {
  const fields = Object.entries(productFields) as [Name<typeof productFields>, Field][]
  return fields
    .filter(([, { csv, toCell }]) => csv && toCell)
    .sort(([, one], [, other]) => (one.csv!.place ?? Infinity) - (other.csv!.place ?? Infinity))
    .map(([field, { label, column, csv, load, toCell, fromCell }]) => ({
      name: label,
      also: csv!.also,
      field,
      write: (row) => toCell!(load(row[column as keyof ProductRow])),
      read: fromCell,
    }))
}
