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

export type Bit = 0 | 1

/** The columns of a table whose rows are edited. `version` grows with each change, for forms that were opened before. */
export type Versioned = {
  id: string
  version: Generated<number>
  created_at: string
  updated_at: string
}

/** The columns of a described table. */
export type Described<F extends Fields> = ColumnsOf<F> & Versioned

export function described<F extends Fields>(fields: F): Table<Described<F>> {
  return { isKept: true, fields }
}
