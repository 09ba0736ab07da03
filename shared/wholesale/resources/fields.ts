/** Kinds of fields that wholesale needs: choices with names, days that may be missing, addresses. */
import * as z from 'zod/mini'
import { email, line } from '#shared/kernel/fields.ts'
import type { About } from '#shared/platform/resources/described.ts'
import { optionalDay } from '#shared/platform/resources/days.ts'
import { check, requiredText, ruledText, same, text } from '#shared/platform/resources/kinds.ts'

/** One of some values, each with a name. People see the name, and everything else has the value. */
export function named<C extends string, const O extends Readonly<Record<string, string>>>(
  label: string,
  { options, ...about }: About<C> & { options: O },
) {
  type Value = keyof O & string
  const values = Object.keys(options) as [Value, ...Value[]]
  const nameOf = (value: Value): string => options[value]!
  return {
    ...about,
    label,
    blank: values[0],
    edit: z._default(z.enum(values), values[0]),
    reply: z.enum(values),
    input: { as: 'choice', options: values, names: options } as const,
    store: same<Value>,
    load: same<Value>,
    toForm: (value: Value): string => value,
    fromForm: (typed: string) => values.find((value) => value === typed) ?? values[0],
    print: nameOf,
  }
}

/** A day such as '2026-12-24'; empty in the API and null in the column if there is none. */
export function dayOrNone<C extends string>(label: string, about: About<C>) {
  return {
    ...optionalDay(label, about),
    store: (day: string): string | null => (day === '' ? null : day),
    load: (stored: string | null) => stored ?? '',
  }
}

/** Yes or no, no by default. */
export function tick<C extends string>(label: string, about: About<C>) {
  return check(label, { words: ['no', 'yes'], edit: z._default(z.boolean(), false), ...about })
}

/** An email address that must not be empty. */
export function requiredEmail<C extends string>(label: string, about: About<C>) {
  return ruledText(label, {
    ...about,
    edit: email,
    input: { as: 'line', type: 'email', max: 254, required: true },
  })
}

/** A time of day such as '07:30'; empty if there is none. */
export function optionalTime<C extends string>(label: string, about: About<C>) {
  const problem = `${label}: enter a time such as 7:30`
  return ruledText(label, {
    ...about,
    edit: z._default(
      line(label, 5).check(
        z.refine((typed) => typed === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(typed), problem),
      ),
      '',
    ),
    input: { as: 'line', type: 'time', max: 5, required: false },
  })
}

/** The fields of an address in the United States, which the server normalizes with `checkAddress`. */
export const addressFields = {
  address: requiredText('Street', { column: 'address', max: 100, part: 'address' }),
  address2: text('Suite or floor', { column: 'address2', max: 100, part: 'address' }),
  city: requiredText('City', { column: 'city', max: 60, part: 'address' }),
  state: requiredText('State', { column: 'state', max: 40, part: 'address', hint: 'Such as VA' }),
  postalCode: requiredText('ZIP code', { column: 'postal_code', max: 10, part: 'address' }),
}
