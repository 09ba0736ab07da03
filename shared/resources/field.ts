/**
 * What the description of a resource says about one of its fields: column, name on screen, validation, input, and how
 * it is written to files and to the record. `kinds.ts` makes fields; `described.ts` derives the rest from them.
 */
import type * as z from 'zod/mini'

/** What every kind of field may say about itself. */
export type About<Column extends string> = {
  column: Column
  /** The form's hint below the input. */
  hint?: string
  /** The record's name for it, where it differs from the form's. */
  recordAs?: string
  /** Its column in a CSV file, by the name of `label`: where it stands, and other names (lower case, a-z and 0-9). */
  csv?: { place?: number; also?: string[] }
  /** Shown and stored only while another field has this value; `problem` is said where a file sets it regardless. */
  onlyWhen?: { field: string; is: unknown; problem: string }
  /** What a new row is filled with, to be written over. */
  sample?: string
  /** The part of the form it stands in, and whether it takes a whole row there. */
  part?: string
  wide?: boolean
}

/** How the form shows it. `own` is for fields with a component of their own. */
export type Input =
  | { as: 'line'; max: number; required: boolean; type?: 'email'; list?: string; missing?: string }
  | { as: 'prose'; max: number; rows: number }
  | { as: 'number'; step: 'any' | 1; max?: number; required: boolean }
  | { as: 'choice'; options: readonly string[] }
  | { as: 'check' }
  | { as: 'own' }

export type Field<
  Edit extends z.ZodMiniType = z.ZodMiniType,
  Stored = unknown,
  Column extends string = string,
  Typed = unknown,
> = About<Column> & {
  label: string
  input: Input
  /** Stands behind a number: grams are `g`. */
  unit?: string
  /** Validates a request; the reply has the same type without rules. */
  edit: Edit
  reply: z.ZodMiniType<z.output<Edit>>
  /** The value where the field does not apply, and of an empty CSV cell that need not be filled. */
  blank: z.output<Edit>
  store: (value: z.output<Edit>) => Stored
  load: (stored: Stored) => z.output<Edit>
  /** The form's value, and back. A text that is no number becomes NaN, which the server refuses in its own words. */
  toForm: (value: z.output<Edit>) => Typed
  fromForm: (typed: Typed) => z.output<Edit>
  /** As the record and a merge show it. */
  print: (value: z.output<Edit>) => string
  /** Replaces before and after in the record, where the printed values alone would not tell. */
  printChange?: (before: z.output<Edit>, after: z.output<Edit>) => { before: string; after: string }
  /** How a CSV cell of it is written and read, for kinds that files have; undefined keeps what is saved. Throws an Error with the problem. */
  toCell?: (value: z.output<Edit>) => string | number | null
  fromCell?: (cell: string) => z.output<Edit> | undefined
  /** A change by hand is a difference, so that a merge keeps what was sold meanwhile. */
  isStock?: true
}
