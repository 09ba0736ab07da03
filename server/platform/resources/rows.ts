/**
 * Rows of a described resource (`resources` of shared/): converts them to columns and to the API, and lists changes for the
 * change log.
 */
import type { Change } from '#shared/platform/api/change-log.ts'
import {
  applies,
  mapped,
  namesOf,
  type ColumnsOf,
  type EditOf,
  type Fields,
} from '#shared/platform/resources/described.ts'
import { shortened } from '../change-log/change-log.ts'

/** A type that accepts a description only if it has exactly the columns of `Row`, with their types. */
type Covers<F extends Fields, Row> = [ColumnsOf<F>, Row] extends [Row, ColumnsOf<F>]
  ? unknown
  : {
      'columns without a field': Exclude<keyof Row, keyof ColumnsOf<F>>
      'fields without a column': Exclude<keyof ColumnsOf<F>, keyof Row>
    }

/** The conversions of a table whose columns derive from its description (`described` in server/kernel/db/schema.ts). */
export function rowsOf<F extends Fields>(fields: F) {
  return {
    /** The columns of an edit; a field that does not apply gets its blank value. */
    columnsOf: (edit: EditOf<F>): ColumnsOf<F> => columnsOf<F>(fields, edit),

    /** The fields after a request that changes some of them. A field that is missing or undefined keeps its value. */
    changed: (row: ColumnsOf<F>, change: Partial<EditOf<F>>): EditOf<F> => ({
      ...editOf<F>(fields, row),
      ...given(fields, change),
    }),

    /** The row's fields as the API returns them. */
    editOf: (row: ColumnsOf<F>): EditOf<F> => editOf<F>(fields, row),

    /** The differences between two rows as text, in the order of the description. */
    changesOf: (before: ColumnsOf<F>, after: ColumnsOf<F>): Change[] => changesOf<F>(fields, before, after),
  }
}

/**
 * The conversions of a table whose columns are written out in server/kernel/db/tables: `describedRows<Row>()(fields)`, where
 * `Row` is the table without the columns that no form edits. A missing or extra column in the description is a compile
 * error.
 */
export function describedRows<Row>() {
  return <F extends Fields>(fields: F & Covers<F, Row>) => rowsOf<F>(fields)
}

/** The columns of a row in which all fields have their blank values. */
export function blankColumns<F extends Fields>(fields: F): ColumnsOf<F> {
  const entries = namesOf(fields).map((name) => [
    fields[name]!.column,
    fields[name]!.store(fields[name]!.blank),
  ])
  return Object.fromEntries(entries) as ColumnsOf<F>
}

function columnsOf<F extends Fields>(fields: F, edit: EditOf<F>): ColumnsOf<F> {
  const entries = namesOf(fields).map((name) => {
    const field = fields[name]!
    return [field.column, field.store(applies(field, edit) ? edit[name] : field.blank)]
  })
  return Object.fromEntries(entries) as ColumnsOf<F>
}

function given<F extends Fields>(fields: F, change: Partial<EditOf<F>>): Partial<EditOf<F>> {
  const entries = namesOf(fields).map((name) => [name, change[name]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<EditOf<F>>
}

function editOf<F extends Fields>(fields: F, row: ColumnsOf<F>): EditOf<F> {
  const stored = row as Record<string, unknown>
  return mapped(fields, ({ load, column }) => load(stored[column])) as EditOf<F>
}

function changesOf<F extends Fields>(fields: F, before: ColumnsOf<F>, after: ColumnsOf<F>): Change[] {
  const [old, now] = [before, after] as Record<string, unknown>[]
  return Object.values(fields).flatMap((field) => {
    const { column, label, loggedAs = label, load, store, print, printChange } = field
    if (old![column] === now![column]) return []
    const values = [load(old![column]), load(now![column])] as const
    // The same options in another order are no change: `store` puts them in the order of the form.
    if (store(values[0]) === store(values[1])) return []
    if (printChange) return { field: loggedAs, ...printChange(...values) }
    return { field: loggedAs, before: shortened(print(values[0])), after: shortened(print(values[1])) }
  })
}
