/** The columns of products in a CSV file, derived from the descriptions of products and of their sizes. */
import { simplified } from '#shared/platform/resources/cells.ts'
import { applies, type Name, type Field } from '#shared/platform/resources/described.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { sizeFields } from '#shared/catalog/resources/product-size.ts'
import type { ProductRow, SizeRow } from '#server/kernel/db/schema.ts'
import type { Cell } from '#server/kernel/text/csv.ts'

export type SheetColumn = {
  name: string
  /** Other accepted names, in lower-case letters and digits. */
  also?: string[]
  write: (row: SheetRow) => Cell
  /** The field of the product, or of the size. The columns `ID`, `Size ID` and `Stock at export` have no field. */
  field?: Name<typeof productFields>
  sizeField?: Name<typeof sizeFields>
  /**
   * Converts a cell to the field's value. Undefined means that the saved value stays; NaN means that the cell is not a
   * number. Throws an Error whose message describes the problem.
   */
  read?: (cell: string) => unknown
}

/** A row of the file is a size of a product. Each row of a product repeats the product's fields. */
export type SheetRow = { product: ProductRow; size: SizeRow }

export const ID_COLUMN: SheetColumn = {
  name: 'ID',
  also: ['productid'],
  write: ({ product }) => product.id,
}

/** Says which size of the product a row is about. Without it, the size is found by its weight or label. */
export const SIZE_ID_COLUMN: SheetColumn = { name: 'Size ID', write: ({ size }) => size.id }

/**
 * The count in stock at the time of the export. An import applies only the difference to this count, so that units sold
 * since the export are not added back.
 */
export const EXPORTED_COLUMN: SheetColumn = {
  name: 'Stock at export',
  write: ({ size }) => size.count_in_stock,
}

export const COLUMNS: SheetColumn[] = [ID_COLUMN, ...fieldColumns(), EXPORTED_COLUMN, SIZE_ID_COLUMN]

/** The column for a header cell; undefined if there is none. */
export function columnNamed(cell: string): SheetColumn | undefined {
  const wanted = simplified(cell)
  return COLUMNS.find(({ name, also = [] }) => simplified(name) === wanted || also.includes(wanted))
}

/** The columns of the fields, sorted by `place`. */
function fieldColumns(): SheetColumn[] {
  const ofProduct = (Object.entries(productFields) as [Name<typeof productFields>, Field][]).map(
    ([field, about]) => ({ about, field, rowOf: ({ product }: SheetRow): object => product }),
  )
  const ofSize = (Object.entries(sizeFields) as [Name<typeof sizeFields>, Field][]).map(
    ([sizeField, about]) => ({ about, sizeField, rowOf: ({ size }: SheetRow): object => size }),
  )
  return [...ofProduct, ...ofSize]
    .filter(({ about: { csv, toCell } }) => csv && toCell)
    .sort(({ about: one }, { about: other }) => (one.csv!.place ?? Infinity) - (other.csv!.place ?? Infinity))
    .map(({ about, rowOf, ...named }) => {
      const { label, column, csv, load, toCell, fromCell } = about
      return {
        ...named,
        name: label,
        also: csv!.also,
        write: (row) =>
          applies(about, row.product) ? toCell!(load((rowOf(row) as Record<string, unknown>)[column])) : '',
        read: fromCell,
      }
    })
}
