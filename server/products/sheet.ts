/** The columns of a product as a spreadsheet has them: how they are written, and how they are read again. */
import type { ProductEdit } from '#shared/api/products.ts'
import { toDecimal } from '#shared/pricing.ts'
import type { Cell } from '../text/csv.ts'
import type { ProductRow } from '../db/schema.ts'
import { fold } from '../db/search.ts'
import { FIELD_NAMES } from './edit.ts'

type Field = Exclude<keyof ProductEdit, 'productId' | 'version'>

/** What a row says, field by field; what it does not say stays as it is. NaN is for what was no number. */
type Said = { [F in Field]?: ProductEdit[F] }

export type SheetColumn = {
  name: string
  /** Other names for it, without case, spaces and signs. */
  also?: string[]
  write: (row: ProductRow) => Cell
  /** Where in the form it belongs; the id and the count at export have no place there. */
  field?: Field
  read?: (cell: string) => Said
}

export const ID_COLUMN: SheetColumn = { name: 'ID', also: ['productid'], write: (row) => row.id }

/**
 * The count as it was when the file was made: what was sold since is not brought back, since only the
 * difference to it is reckoned with.
 */
export const EXPORTED_COLUMN: SheetColumn = { name: 'Stock at export', write: (row) => row.count_in_stock }

export const COLUMNS: SheetColumn[] = [
  ID_COLUMN,
  text(FIELD_NAMES.name, 'name', (row) => row.name),
  {
    name: FIELD_NAMES.price_cents,
    field: 'price',
    write: (row) => toDecimal(row.price_cents),
    read: (cell) => ({ price: amountOf(cell) }),
  },
  text(FIELD_NAMES.category, 'category', (row) => row.category),
  text(FIELD_NAMES.brand, 'brand', (row) => row.brand),
  {
    name: FIELD_NAMES.count_in_stock,
    also: ['stock', 'instock', 'count', 'quantity', 'qty'],
    field: 'countInStock',
    write: (row) => row.count_in_stock,
    read: (cell) => ({ countInStock: numberOf(cell) }),
  },
  text(FIELD_NAMES.origin, 'origin', (row) => row.origin),
  text(FIELD_NAMES.cupping_note, 'cuppingNote', (row) => row.cupping_note, ['cuppingnotes']),
  {
    name: FIELD_NAMES.roasting_level,
    also: ['roastlevel', 'roast'],
    field: 'roastingLevel',
    write: (row) => row.roasting_level,
    read: (cell) => ({ roastingLevel: cell === '' ? 0 : numberOf(cell) }),
  },
  {
    name: FIELD_NAMES.size_grams,
    also: ['sizeg', 'sizegrams', 'grams', 'weight'],
    field: 'size',
    write: (row) => row.size_grams,
    read: (cell) => ({ size: cell === '' ? null : numberOf(cell.replace(/\s*g$/i, '')) }),
  },
  text(FIELD_NAMES.description, 'description', (row) => row.description),
  text(FIELD_NAMES.image, 'image', (row) => row.image, ['image']),
  text(FIELD_NAMES.second_image, 'secondImage', (row) => row.second_image),
  {
    name: FIELD_NAMES.is_draft,
    also: ['status', 'shop'],
    field: 'isDraft',
    write: (row) => (row.is_draft ? 'Hidden' : 'On sale'),
    read: (cell) => (cell === '' ? {} : { isDraft: isHidden(cell) }),
  },
  EXPORTED_COLUMN,
]

/** The column that a cell of the head names; undefined for one that nobody knows. */
export function columnNamed(cell: string): SheetColumn | undefined {
  const wanted = bare(cell)
  return COLUMNS.find(({ name, also = [] }) => bare(name) === wanted || also.includes(wanted))
}

function text(
  name: string,
  field: 'name' | 'category' | 'brand' | 'origin' | 'cuppingNote' | 'description' | 'image' | 'secondImage',
  write: SheetColumn['write'],
  also?: string[],
): SheetColumn {
  // Line ends as the form sends them: a spreadsheet's own would be a change of every description.
  return { name, also, field, write, read: (cell) => ({ [field]: cell.replace(/\r\n?/g, '\n') }) }
}

function bare(name: string): string {
  return fold(name).replace(/[^a-z0-9]/g, '')
}

/** `18.5`, `$1,234.50`, and `18,50` as a German spreadsheet writes it. */
function amountOf(cell: string): number {
  const amount = cell.replace(/[$\s]/g, '')
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount)) return Number(amount.replaceAll(',', ''))
  return numberOf(amount.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2'))
}

function numberOf(cell: string): number {
  return /^[-+]?\d+(\.\d+)?$/.test(cell) ? Number(cell) : Number.NaN
}

/** Throws where a cell says neither. */
function isHidden(cell: string): boolean {
  const said = bare(cell)
  if (['hidden', 'draft', 'no', 'false', '0'].includes(said)) return true
  if (['onsale', 'yes', 'true', '1'].includes(said)) return false
  throw new Error('Say “On sale” or “Hidden”')
}
