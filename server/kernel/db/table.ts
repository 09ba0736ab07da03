/** What a table is: the type of its columns, and whether a backup contains its rows. */
import type { Generated } from 'kysely'
import type { ColumnsOf, Fields } from '#shared/platform/resources/described.ts'

/** `columns` exists only as a type. `fields` is the description, if the columns derive from one. */
export type Table<Columns> = { isKept: boolean; fields?: Fields; columns?: Columns }

export function kept<Columns>(): Table<Columns> {
  return { isKept: true }
}

export function leftOut<Columns>(): Table<Columns> {
  return { isKept: false }
}

/** The columns of a described table. `version` grows with each change, for forms that were opened before. */
export type Described<F extends Fields> = ColumnsOf<F> & {
  id: string
  version: Generated<number>
  created_at: string
  updated_at: string
}

export function described<F extends Fields>(fields: F): Table<Described<F>> {
  return { isKept: true, fields }
}
