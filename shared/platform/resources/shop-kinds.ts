/** Kinds of fields for the settings of the shop: degrees, percentages, lists of records, and links. */
import * as z from 'zod/mini'
import type { About } from './described.ts'
import { numberOf } from './cells.ts'
import { inSentence, same, ruledText } from './kinds.ts'
import { line } from '#shared/kernel/fields.ts'

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

const MAX_LINK = 500

/** The addresses that a link may have, and the example in the message for another address. */
const ALLOWED = {
  /** A page on another site, or a page of this shop. */
  any: {
    isAllowed: (text: string) => isOfSite(text) || isOwnPath(text),
    example: 'https://example.com/page, or a page of the shop such as /shop',
  },
  /** A page on another site. */
  full: { isAllowed: isOfSite, example: 'https://example.com/page' },
  /** A page on another site, whose address begins with https://. */
  https: {
    isAllowed: (text: string) => isOfSite(text) && /^https:/i.test(text),
    example: 'https://example.com/page',
  },
}

/** A link, by default to `any` address. Optional unless `required`. */
export function link<C extends string>(
  label: string,
  { required = false, to = 'any', ...about }: About<C> & { required?: boolean; to?: keyof typeof ALLOWED },
) {
  const name = inSentence(label)
  const { isAllowed, example } = ALLOWED[to]
  return ruledText(label, {
    ...about,
    edit: line(name, MAX_LINK).check(
      z.refine((text) => text !== '' || !required, `${name} is required`),
      z.refine((text) => text === '' || isAllowed(text), `Enter an address such as ${example}`),
    ),
    input: { as: 'line', max: MAX_LINK, required },
  })
}

function isOfSite(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text) && !/\s/.test(text)
}

/** `//host` is the address of another site. */
function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(text)
}
