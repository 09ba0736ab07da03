/** Kinds of fields for the settings of the shop: links, days, percentages, and lists of records. */
import * as z from 'zod/mini'
import { line } from '../fields.ts'
import type { About } from './field.ts'
import { numberOf } from './cells.ts'
import { inSentence, ruledText, same } from './kinds.ts'

const MAX_LINK = 500

/** The address of a page on another site (https://…) or of a page of this shop (/shop). Optional unless `required`. */
export function link<C extends string>(
  label: string,
  { required = false, onlyFull = false, ...about }: About<C> & { required?: boolean; onlyFull?: boolean },
) {
  const name = inSentence(label)
  const example = onlyFull
    ? 'https://example.com/page'
    : 'https://example.com/page, or a page of the shop such as /shop'
  return ruledText(label, {
    ...about,
    edit: line(name, MAX_LINK).check(
      z.refine((text) => text !== '' || !required, `${name} is required`),
      z.refine(
        (text) => text === '' || isFullLink(text) || (!onlyFull && isOwnPath(text)),
        `Enter an address such as ${example}`,
      ),
    ),
    input: { as: 'line', max: MAX_LINK, required },
  })
}

function isFullLink(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text) && !/\s/.test(text)
}

/** `//host` is the address of another site. */
function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(text)
}

/** A day such as '2026-12-24'. Empty if there is none. */
export function optionalDay<C extends string>(label: string, about: About<C>) {
  const problem = `${inSentence(label)} must be a day`
  return ruledText(label, {
    ...about,
    edit: z._default(z.string(problem).check(z.refine((text) => text === '' || isDay(text), problem)), ''),
    input: { as: 'line', type: 'date', max: 10, required: false },
  })
}

function isDayTime(text: string): boolean {
  return isDay(text.slice(0, 10)) && text[10] === 'T' && isTime(text.slice(11))
}

/** A day and a time at the shop, '2026-12-24T18:00'. Empty if there is none. Such texts sort by time. */
export function optionalDayTime<C extends string>(label: string, about: About<C>) {
  const problem = `${inSentence(label)} must be a day and a time`
  return {
    ...ruledText(label, {
      ...about,
      edit: z._default(
        z.string(problem).check(z.refine((text) => text === '' || isDayTime(text), problem)),
        '',
      ),
      input: { as: 'line', type: 'datetime-local', max: 16, required: false },
    }),
    print: (value: string) => value.replace('T', ' '),
  }
}

/** Whether a text is a day that the calendar has: '2026-02-28'. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether a text is a time of day: '07:30'. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** A number of degrees with a sign, at most `max` in either direction. */
export function degrees<C extends string>(label: string, { max, ...about }: About<C> & { max: number }) {
  const problem = `${inSentence(label)} must be a number between -${max} and ${max}`
  return {
    ...about,
    label,
    blank: 0,
    edit: z.number(problem).check(z.minimum(-max, problem), z.maximum(max, problem)),
    reply: z.number(),
    input: { as: 'line', max: 12, required: true } as const,
    store: same<number>,
    load: same<number>,
    toForm: String as (value: number) => string,
    fromForm: numberOf,
    print: String as (value: number) => string,
  }
}

/** 6.625 -> 6625 */
function thousandths(value: number): number {
  return Math.round(value * 1000)
}

/** A percentage with at most three decimals: a number in the API, thousandths of a percent in the database. */
export function percent<C extends string>(label: string, { max, ...about }: About<C> & { max: number }) {
  const name = inSentence(label)
  return {
    ...about,
    label,
    blank: 0,
    edit: z.number(`Enter the ${name.toLowerCase()} as a number`).check(
      z.minimum(0, `${name} cannot be negative`),
      z.maximum(max, `${name} may be ${max}% at most`),
      z.refine(
        (value) => Math.abs(value * 1000 - thousandths(value)) < 1e-6,
        `${name} has three decimals at most`,
      ),
    ),
    reply: z.number(),
    input: { as: 'number', step: 'any', max, required: true } as const,
    store: thousandths,
    load: (stored: number) => stored / 1000,
    toForm: String as (value: number) => string,
    fromForm: numberOf,
    print: (value: number) => `${value}%`,
  }
}

/**
 * A list of records with their own component in the form. `print` writes one record as text, for the change log and for
 * text that could not be merged.
 */
export function records<C extends string, R extends z.ZodMiniType>(
  label: string,
  { of, max, print, reply, ...about }: About<C> & RecordsOf<R>,
) {
  type Row = z.output<R>
  return {
    ...about,
    label,
    blank: [] as Row[],
    edit: z.array(of).check(z.maxLength(max, `${inSentence(label)}: ${max} at most`)),
    reply: z.array(reply),
    input: { as: 'own' } as const,
    store: JSON.stringify as (value: Row[]) => string,
    load: (stored: string) => JSON.parse(stored) as Row[],
    toForm: same<Row[]>,
    fromForm: same<Row[]>,
    print: (value: Row[]) => value.map(print).join(' / '),
  }
}

type RecordsOf<R extends z.ZodMiniType> = {
  of: R
  /** The same type without rules. */
  reply: z.ZodMiniType<z.output<R>>
  max: number
  print: (row: z.output<R>) => string
}
