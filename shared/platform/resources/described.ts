/** Derives types, form values and applicable fields from the description of a resource, for browser and server. */
import type * as z from 'zod/mini'
import type { Field } from './field.ts'

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
