/** The columns of a product in a CSV file, derived from the field descriptions in `productFields`. */
import { simplified } from '#shared/resources/cells.ts'
import type { Name } from '#shared/resources/described.ts'
import type { Field } from '#shared/resources/field.ts'
import { productFields } from '#shared/resources/product.ts'
import type { ProductRow } from '../db/schema.ts'
import type { Cell } from '../text/csv.ts'

export type SheetColumn = {
  name: string
  /** Other accepted names, in lower-case letters and digits. */
  also?: string[]
  write: (row: ProductRow) => Cell
  /** The product field. The columns `ID` and `Stock at export` have no field. */
  field?: Name<typeof productFields>
  /**
   * Converts a cell to the field's value. Undefined means that the saved value stays; NaN means that the cell is not a
   * number. Throws an Error whose message describes the problem.
   */
  read?: (cell: string) => unknown
}

export const ID_COLUMN: SheetColumn = { name: 'ID', also: ['productid'], write: (row) => row.id }

/**
 * The count in stock at the time of the export. An import applies only the difference to this count, so that units sold
 * since the export are not added back.
 */
export const EXPORTED_COLUMN: SheetColumn = { name: 'Stock at export', write: (row) => row.count_in_stock }

export const COLUMNS: SheetColumn[] = [ID_COLUMN, ...fieldColumns(), EXPORTED_COLUMN]

/** The column for a header cell; undefined if there is none. */
export function columnNamed(cell: string): SheetColumn | undefined {
  const wanted = simplified(cell)
  return COLUMNS.find(({ name, also = [] }) => simplified(name) === wanted || also.includes(wanted))
}

/** The columns of the fields, sorted by `place`. Fields without a place come last. */
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
