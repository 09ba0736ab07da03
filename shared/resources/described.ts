/** What follows from the description of a resource, on both sides: types, form values, which fields apply. */
import type * as z from 'zod/mini'
import type { Field } from './field.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- each field has types of its own
export type AnyField = Field<any, any, string, any>

/** A description: the API's name of each field -> the field. */
export type Fields = Record<string, AnyField>

/** The resource as a request carries it, and as an answer does. */
export type EditOf<F extends Fields> = { [N in keyof F]: z.output<F[N]['edit']> }

/** What the form holds: mostly text. */
export type FormOf<F extends Fields> = { [N in keyof F]: ReturnType<F[N]['toForm']> }

/** The columns that an edit sets, with the types they are stored in. */
export type ColumnsOf<F extends Fields> = {
  [N in keyof F as F[N]['column']]: ReturnType<F[N]['store']>
}

export type Name<F extends Fields> = keyof F & string

export function namesOf<F extends Fields>(fields: F): Name<F>[] {
  return Object.keys(fields)
}

/** Whether a field is shown and stored beside these values. */
export function applies({ onlyWhen }: AnyField, values: Record<string, unknown>): boolean {
  return !onlyWhen || values[onlyWhen.field] === onlyWhen.is
}

/** An answer's values as the form has them. */
export function toForm<F extends Fields>(fields: F, values: EditOf<F>): FormOf<F> {
  return mapped(fields, (field, name) => field.toForm(values[name])) as FormOf<F>
}

/** The form's values as a request carries them; blank where a field does not apply. */
export function fromForm<F extends Fields>(fields: F, typed: FormOf<F>): EditOf<F> {
  return mapped(fields, (field, name) =>
    applies(field, typed) ? field.fromForm(typed[name]) : field.blank,
  ) as EditOf<F>
}

/** A value for each field. */
export function mapped<F extends Fields, T>(
  fields: F,
  valueOf: (field: AnyField, name: Name<F>) => T,
): Record<Name<F>, T> {
  const entries = namesOf(fields).map((name) => [name, valueOf(fields[name]!, name)] as const)
  return Object.fromEntries(entries) as Record<Name<F>, T>
}

/** What a new row is filled with: samples, and blanks elsewhere. */
export function samplesOf<F extends Fields>(fields: F): EditOf<F> {
  return mapped(fields, ({ sample, blank }) => sample ?? blank) as EditOf<F>
}
