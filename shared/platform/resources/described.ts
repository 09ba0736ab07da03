/**
 * The description of a resource, for browser and server. Each field has a column, a label, its validation and input, and its
 * format in CSV files and in the change log; `kinds.ts` creates fields. Types, schemas and form values are derived from them.
 */
import * as z from 'zod/mini'
import type { WeightUnit } from '#shared/kernel/weights.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- each field has its own types
export type AnyField = Field<any, any, string, any>

/** The description of a resource: its fields by their names in the API. */
export type Fields = Record<string, AnyField>

/** The resource's fields in requests and responses. */
export type EditOf<F extends Fields> = { [N in keyof F]: z.output<F[N]['edit']> }

/** The values of the form, mostly text. */
export type FormOf<F extends Fields> = { [N in keyof F]: ReturnType<F[N]['toForm']> }

/** The columns that an edit sets, with their stored types. */
export type ColumnsOf<F extends Fields> = {
  [N in keyof F as F[N]['column']]: ReturnType<F[N]['store']>
}

export type Name<F extends Fields> = keyof F & string

export function namesOf<F extends Fields>(fields: F): Name<F>[] {
  return Object.keys(fields)
}

/** Whether a field is shown and stored when the other fields have these values. */
export function applies({ onlyWhen }: AnyField, values: Record<string, unknown>): boolean {
  if (!onlyWhen) return true
  const value = values[onlyWhen.field]
  return 'is' in onlyWhen ? value === onlyWhen.is : value !== onlyWhen.isNot
}

/** Converts the values of a response to the values of the form. */
export function toForm<F extends Fields>(fields: F, values: EditOf<F>): FormOf<F> {
  return mapped(fields, (field, name) => field.toForm(values[name])) as FormOf<F>
}

/** Converts the values of the form to the values of a request. A field that does not apply gets its blank value. */
export function fromForm<F extends Fields>(fields: F, typed: FormOf<F>): EditOf<F> {
  return mapped(fields, (field, name) =>
    applies(field, typed) ? field.fromForm(typed[name]) : field.blank,
  ) as EditOf<F>
}

/** An object with the result of `valueOf` for each field. */
export function mapped<F extends Fields, T>(
  fields: F,
  valueOf: (field: AnyField, name: Name<F>) => T,
): Record<Name<F>, T> {
  const entries = namesOf(fields).map((name) => [name, valueOf(fields[name]!, name)] as const)
  return Object.fromEntries(entries) as Record<Name<F>, T>
}

/** The values of a new row: the sample of each field, or its blank value. */
export function samplesOf<F extends Fields>(fields: F): EditOf<F> {
  return mapped(fields, ({ sample, blank }) => sample ?? blank) as EditOf<F>
}

/** The values of a form in which nothing is typed yet. */
export function blankOf<F extends Fields>(fields: F): EditOf<F> {
  return mapped(fields, ({ blank }) => blank) as EditOf<F>
}

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
  /** A number with a unit. The form's value is a text such as `12500 g`, or only the number of grams with `isPlain`. */
  | {
      as: 'weight'
      required: boolean
      isSmall?: true | undefined
      isPlain?: true | undefined
      first?: WeightUnit | undefined
    }
  /** `names` are shown in place of options that are no words. */
  | { as: 'choice'; options: readonly string[]; names?: Readonly<Record<string, string>> }
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

/**
 * The schemas of the fields in requests and responses, to be spread into `z.object`. The browser does not validate, so
 * its build replaces a contract's schemas and descriptions with placeholders (scripts/omit-schemas.ts).
 */
export function schemasOf<F extends Fields>(fields: F) {
  return {
    edit: mapped(fields, ({ edit }) => edit) as { [N in keyof F]: F[N]['edit'] },
    /** For a request that changes a row: a missing field stays as it is, also one that has a default in `edit`. */
    change: mapped(fields, (field) => z.optional(withoutDefault(field))) as {
      [N in keyof F]: z.ZodMiniOptional<z.ZodMiniType<z.output<F[N]['edit']>, z.input<F[N]['edit']>>>
    },
    reply: mapped(fields, ({ reply }) => reply) as {
      [N in keyof F]: z.ZodMiniType<z.output<F[N]['edit']>>
    },
  }
}

function withoutDefault({ edit }: AnyField): z.ZodMiniType {
  return edit instanceof z.ZodMiniDefault ? (edit.def.innerType as z.ZodMiniType) : edit
}
