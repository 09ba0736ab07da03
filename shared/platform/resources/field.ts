/**
 * The description of one field of a resource: column, label, validation, input, and its format in CSV files and in the
 * record. `kinds.ts` creates fields; `described.ts` derives types and form values from them.
 */
import type * as z from 'zod/mini'

/** Options of every kind of field. */
export type About<Column extends string> = {
  column: Column
  /** The form's hint below the input. */
  hint?: string
  /** The name in the change log, if it differs from the label. */
  loggedAs?: string
  /**
   * The column in a CSV file, whose name is `label`: its position, and other accepted names (only a-z in lower case and
   * 0-9).
   */
  csv?: { place?: number; also?: string[] }
  /**
   * The field applies only if another field has this value, or with `isNot` another one. If a CSV file sets a field that
   * does not apply, `problem` is reported.
   */
  onlyWhen?: { field: string; problem: string } & ({ is: unknown } | { isNot: unknown })
  /** The value in a new row, which the admin replaces. */
  sample?: string
  /** The section of the form. */
  part?: string
  /** Whether the field has the full width of its section. */
  wide?: boolean
}

/** How the form shows the field. `own` is for fields with their own component. */
export type Input =
  | {
      as: 'line'
      max: number
      required: boolean
      type?: 'email' | 'date' | 'datetime-local' | 'time'
      list?: string
      missing?: string
    }
  | { as: 'prose'; max: number; rows: number }
  | { as: 'number'; step: 'any' | 1; min?: number; max?: number; required: boolean }
  /** A number with a unit. The form's value is a text such as `12500 g`. */
  | { as: 'weight'; required: boolean; isSmall?: true | undefined }
  | { as: 'choice'; options: readonly string[] }
  | { as: 'check' }
  /** Checkboxes of which any number can be chosen. */
  | { as: 'several'; options: readonly string[] }
  | { as: 'own' }

export type Field<
  Edit extends z.ZodMiniType = z.ZodMiniType,
  Stored = unknown,
  Column extends string = string,
  Typed = unknown,
> = About<Column> & {
  label: string
  input: Input
  /** The unit after a number, such as `g`. */
  unit?: string
  /** The schema of the field in requests. `reply` has the same type without rules. */
  edit: Edit
  reply: z.ZodMiniType<z.output<Edit>>
  /** The value if the field does not apply, and for the empty CSV cell of an optional field. */
  blank: z.output<Edit>
  store: (value: z.output<Edit>) => Stored
  load: (stored: Stored) => z.output<Edit>
  /**
   * `toForm` converts to the form's value, and `fromForm` converts back. A text that is not a number becomes NaN, which
   * the server refuses.
   */
  toForm: (value: z.output<Edit>) => Typed
  fromForm: (typed: Typed) => z.output<Edit>
  /** The text in the change log and in the merge view. */
  print: (value: z.output<Edit>) => string
  /** Describes a change in the change log, for fields whose printed values would not show what changed. */
  printChange?: (before: z.output<Edit>, after: z.output<Edit>) => { before: string; after: string }
  /**
   * For fields in CSV files: `toCell` writes a cell, and `fromCell` reads it. `fromCell` returns undefined to keep the
   * saved value, and throws if the cell is invalid.
   */
  toCell?: (value: z.output<Edit>) => string | number | null
  fromCell?: (cell: string) => z.output<Edit> | undefined
  /**
   * Whether the field is a stock count. A merge adds the difference of the edit to the saved count, so that units sold
   * in the meantime stay sold.
   */
  isStock?: true
}
