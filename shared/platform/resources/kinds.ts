/** The kinds of fields for text, numbers and choices. Other kinds: days.ts, links.ts, lists.ts, weights.ts, parts.ts. */
import * as z from 'zod/mini'
import { count, dollars, line as lineOf, prose as proseOf, requiredLine } from '#shared/kernel/fields.ts'
import { formatCents, toCents, toDecimal, toDollars } from '#shared/kernel/pricing.ts'
import type { About, Input } from './described.ts'
import { simplified, cellAmount, cellNumber, numberOf } from './cells.ts'

export const same = <T>(value: T) => value

/** The conversions of a field that is text everywhere. */
const TEXT = {
  blank: '',
  reply: z.string(),
  store: same<string>,
  load: same<string>,
  toForm: same<string>,
  fromForm: same<string>,
  print: same<string>,
  toCell: same<string>,
  // Converts the line breaks of a spreadsheet to those of a form. Otherwise they would count as a change.
  fromCell: (cell: string) => cell.replace(/\r\n?/g, '\n'),
}

/** `missing` is the browser's message for an empty field. */
type LineOptions = { max: number; list?: string; missing?: string }

/** A line of text that must not be empty. */
export function requiredText<C extends string>(
  label: string,
  { max, list, missing, ...about }: About<C> & LineOptions,
) {
  const edit = requiredLine(inSentence(label), max)
  return {
    ...TEXT,
    ...about,
    label,
    edit,
    input: { as: 'line', max, list, missing, required: true } as const,
  }
}

/** An optional line of text, `blank` by default. `rule` replaces the default validation. */
export function text<C extends string>(
  label: string,
  {
    max,
    list,
    rule,
    blank = '',
    ...about
  }: About<C> & LineOptions & { rule?: z.ZodMiniString; blank?: string },
) {
  const edit = z._default(rule ?? lineOf(inSentence(label), max), blank)
  const input = { as: 'line', max, list, required: false } as const
  return { ...TEXT, ...about, blank, store: (value: string) => value || blank, label, edit, input }
}

type TextRule = z.ZodMiniString | z.ZodMiniEmail

/** Text with several lines. */
export function longText<C extends string>(
  label: string,
  { max, rows, ...about }: About<C> & { max: number; rows: number },
) {
  const edit = z._default(proseOf(inSentence(label), max), '')
  return { ...TEXT, ...about, label, edit, input: { as: 'prose', max, rows } as const }
}

/** Text with its own validation, and by default its own component in the form. */
export function ruledText<C extends string, E extends TextRule | z.ZodMiniDefault<TextRule>>(
  label: string,
  { input = { as: 'own' }, ...about }: About<C> & { edit: E; input?: Input },
) {
  return { ...TEXT, ...about, label, input }
}

/** An amount: dollars in the API, integer cents in the database. */
export function money<C extends string>(label: string, about: About<C>) {
  return {
    ...about,
    label,
    edit: dollars,
    reply: dollars,
    blank: 0,
    input: { as: 'number', step: 'any', required: true } as const,
    store: toCents,
    load: toDollars,
    toForm: (value: number) => toDecimal(toCents(value)),
    fromForm: numberOf,
    print: (value: number) => formatCents(toCents(value)),
    toCell: (value: number) => toDecimal(toCents(value)),
    fromCell: cellAmount,
  }
}

/** An optional amount; null if empty. */
export function optionalMoney<C extends string>(label: string, about: About<C>) {
  return {
    ...about,
    label,
    edit: z._default(z.nullable(dollars), null),
    reply: z.nullable(dollars),
    blank: null as number | null,
    input: { as: 'number', step: 'any', required: false } as const,
    store: (value: number | null) => (value === null ? null : toCents(value)),
    load: (cents: number | null) => (cents === null ? null : toDollars(cents)),
    toForm: (value: number | null) => (value === null ? '' : toDecimal(toCents(value))),
    fromForm: numberOrNull,
    print: (value: number | null) => (value === null ? '' : formatCents(toCents(value))),
  }
}

type IntegerOptions<C extends string> = About<C> & { max: number; unit?: string }

/** A required whole number, 0 or more. */
export function requiredInteger<C extends string>(
  label: string,
  { max, ...about }: IntegerOptions<C> & { isStock?: true },
) {
  const input = { as: 'number', step: 1, required: true } as const
  return { ...INTEGER, ...about, label, edit: count(inSentence(label), max), input }
}

/** An optional whole number, 0 by default. */
export function integer<C extends string>(label: string, { max, ...about }: IntegerOptions<C>) {
  const input = { as: 'number', step: 1, max, required: false } as const
  const edit = z._default(count(inSentence(label), max), 0)
  return { ...INTEGER, ...about, label, edit, input, fromForm: numberOrZero, fromCell: cellOrZero }
}

const INTEGER = {
  blank: 0,
  reply: z.int(),
  store: same<number>,
  load: same<number>,
  toForm: String as (value: number) => string,
  fromForm: numberOf,
  print: String as (value: number) => string,
  toCell: same<number>,
  fromCell: cellNumber,
}

const numberOrZero = (typed: string) => (typed.trim() === '' ? 0 : numberOf(typed))
const cellOrZero = (cell: string) => (cell === '' ? 0 : cellNumber(cell))

/** An optional whole number, `min` or more, 0 by default; null if empty. */
export function optionalInteger<C extends string>(
  label: string,
  { min = 0, max, ...about }: IntegerOptions<C> & { min?: number },
) {
  const { unit } = about
  return {
    ...about,
    label,
    edit: z._default(z.nullable(count(inSentence(label), max, min)), null),
    reply: z.nullable(z.int()),
    blank: null as number | null,
    input: { as: 'number', step: 1, min, max, required: false } as const,
    store: same<number | null>,
    load: same<number | null>,
    toForm: (value: number | null) => (value === null ? '' : String(value)),
    fromForm: numberOrNull,
    print: (value: number | null) => (value === null ? '' : unit ? `${value} ${unit}` : String(value)),
    toCell: same<number | null>,
    fromCell: (cell: string) => {
      const number = unit && cell.toLowerCase().endsWith(unit) ? cell.slice(0, -unit.length).trim() : cell
      return number === '' ? null : cellNumber(number)
    },
  }
}

const numberOrNull = (typed: string) => (typed.trim() === '' ? null : numberOf(typed))

type FlagOptions<C extends string> = About<C> & {
  /** The texts of the two values: [false, true]. */
  words: readonly [string, string]
}

/** Yes or no, as a checkbox. */
export function check<C extends string, E extends FlagRule>(
  label: string,
  { words, ...about }: FlagOptions<C> & { edit: E },
) {
  const input = { as: 'check' } as const
  return { ...flagOf(words), ...about, label, input, toForm: same<boolean>, fromForm: same<boolean> }
}

type FlagRule = z.ZodMiniBoolean | z.ZodMiniDefault<z.ZodMiniBoolean>

/**
 * Yes or no, as a choice between two texts, also in CSV files. `alsoInCsv` lists other texts that a CSV file may
 * contain.
 */
export function choice<C extends string>(
  label: string,
  { words, alsoInCsv, ...about }: FlagOptions<C> & { alsoInCsv?: readonly [string[], string[]] },
) {
  return {
    ...flagOf(words, alsoInCsv),
    ...about,
    label,
    edit: z._default(z.boolean(), false),
    input: { as: 'choice', options: words } as const,
    toForm: (value: boolean) => words[value ? 1 : 0],
    fromForm: (typed: string) => typed === words[1],
  }
}

/** One of the given options, as text. Empty if none is chosen; the form and CSV files then show the text `none`. */
export function oneOf<C extends string, const O extends readonly string[]>(
  label: string,
  { options, none, ...about }: About<C> & { options: O; none: string },
) {
  type Chosen = O[number] | ''
  const all: readonly Chosen[] = ['', ...(options as readonly O[number][])]
  return {
    ...about,
    label,
    blank: '' as Chosen,
    edit: z._default(z.enum(all as [Chosen, ...Chosen[]]), ''),
    reply: z.enum(all as [Chosen, ...Chosen[]]),
    input: { as: 'choice', options: [none, ...options] as readonly string[] } as const,
    store: same<string>,
    load: (stored: string) => stored as Chosen,
    toForm: (value: Chosen): string => value || none,
    fromForm: (typed: string) => all.find((option) => option === typed) ?? '',
    print: same<string>,
    toCell: same<string>,
    fromCell: (cell: string): Chosen => {
      const wanted = simplified(cell)
      if (wanted === '' || wanted === simplified(none)) return ''
      const found = all.find((option) => simplified(option) === wanted)
      if (found === undefined) throw new Error(`Enter ${options.map((each) => `“${each}”`).join(' or ')}`)
      return found
    },
  }
}

function flagOf(words: readonly [string, string], [no, yes]: readonly [string[], string[]] = [[], []]) {
  const textOf = (value: boolean) => words[value ? 1 : 0]
  return {
    blank: false,
    reply: z.boolean(),
    store: (value: boolean) => (value ? (1 as const) : (0 as const)),
    load: (stored: 0 | 1) => stored === 1,
    print: textOf,
    toCell: textOf,
    fromCell: (cell: string) => {
      if (cell === '') return undefined
      const value = simplified(cell)
      if (value === simplified(words[1]) || yes.includes(value)) return true
      if (value === simplified(words[0]) || no.includes(value)) return false
      throw new Error(`Enter “${words[0]}” or “${words[1]}”`)
    },
  }
}

/** Converts a label to the start of a message: 'Cupping Note' -> 'Cupping note'. */
export function inSentence(label: string): string {
  return label.slice(0, 1) + label.slice(1).toLowerCase()
}
