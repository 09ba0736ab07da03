/** Small schemas that the contracts share. Only `zod/mini`, to keep the browser's scripts small. */
import * as z from 'zod/mini'
import { isDay } from './days.ts'
import { ID } from './id.ts'

/** Control characters other than tab and line ends. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u
const VISIBLE = /[^\s\u200b-\u200f\u202a-\u202e\u2060\ufeff]/u
const BIDI = /[\u202a-\u202e\u2066-\u2069]/

/** One line of text: trimmed, without control or direction-override characters. */
export function line(label: string, max: number) {
  return z.string(`${label} is required`).check(
    z.trim(),
    z.maxLength(max, `${label} may have ${max} characters at most`),
    z.refine(
      (text) => !CONTROL.test(text) && !BIDI.test(text) && !/[\r\n]/.test(text),
      `${label} holds characters that are not allowed`,
    ),
  )
}

/** A line that must not be empty or have only blank and zero-width characters. */
export function requiredLine(label: string, max: number) {
  return line(label, max).check(z.refine((text) => VISIBLE.test(text), `${label} is required`))
}

/** Text of several lines. */
export function prose(label: string, max: number) {
  return z.string(`${label} is required`).check(
    z.trim(),
    z.maxLength(max, `${label} may have ${max} characters at most`),
    z.refine(
      (text) => !CONTROL.test(text) && !BIDI.test(text),
      `${label} holds characters that are not allowed`,
    ),
  )
}

/** Text of several lines that must not be empty. */
export function requiredProse(label: string, max: number) {
  return prose(label, max).check(z.refine((text) => VISIBLE.test(text), `${label} is required`))
}

/** The characters of an address that the HTML standard allows before the @ (input type=email; RFC 5322, atext). */
const MAILBOX = "[a-z0-9.!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** Like the HTML standard, but a domain needs a dot: no mail arrives at `ann@localhost`. */
export const EMAIL = new RegExp(`^${MAILBOX}@${LABEL}(?:\\.${LABEL})+$`, 'i')

/** An email address, converted to lower case, so that an address cannot have two accounts in different spellings. */
export const email = z
  .string('Email is required')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, 'Email is too long'),
    z.regex(EMAIL, 'Enter a valid email address'),
  )

/** An opaque id. Routes answer 404 for any other text in its place (server/platform/http/serve.ts). */
export const id = z.string().check(z.regex(ID))

export const idParams = z.object({ id })

/** For pages: the id of a record or its address, now or before (server/platform/slugs/slugs.ts). */
export const addressParams = z.object({ id: z.string().check(z.regex(/^[\w-]{1,80}$/)) })

/** The largest amount in requests and replies, in dollars. No order may cost more: its replies could not be sent. */
export const MAX_DOLLARS = 99_999.99

const twoDecimals = z.refine<number>(
  (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
  'An amount has two decimals at most',
)

/** Dollars with at most two decimals, as in JSON; rows and arithmetic use integer cents. */
export const dollars = z
  .number('Enter an amount')
  .check(
    z.minimum(0, 'An amount cannot be negative'),
    z.maximum(MAX_DOLLARS, 'The amount is too large'),
    twoDecimals,
  )

/** A change of an amount in dollars, up or down by at most 10,000, and not 0. */
export const changeOfDollars = z.number('Enter an amount').check(
  z.refine((value) => Math.abs(value) >= 0.01, 'Enter an amount'),
  z.minimum(-10_000, 'The amount is too large'),
  z.maximum(10_000, 'The amount is too large'),
  twoDecimals,
)

/** A form that was sent without JavaScript has numbers as text, and an empty text for an empty field. */
export const numberOrText = z.transform((value: unknown) => {
  if (typeof value !== 'string') return value
  return value.trim() === '' ? 0 : Number(value)
})

/**
 * A honeypot: people do not see this field, so a form in which it is filled in comes from a bot. Such a form is not
 * stored, but the response is success.
 */
export const trap = z.optional(z.string().check(z.maxLength(1000)))

/** A whole number from `min` to `max`. */
export function count(label: string, max: number, min = 0) {
  const tooSmall = min === 0 ? 'cannot be negative' : `must be ${min} at least`
  return z
    .int(`${label} must be a whole number`)
    .check(z.minimum(min, `${label} ${tooSmall}`), z.maximum(max, `${label} is too large`))
}

/** `pageNumber` of a query string: 1 if missing, refused if malformed. */
export const pageNumber = z.pipe(
  z._default(
    z.string().check(z.regex(/^[1-9][0-9]{0,5}$/, 'pageNumber must be a positive whole number')),
    '1',
  ),
  z.transform(Number),
)

/** The numbers of rows that a page of a list can have. */
export const PAGE_SIZES = ['10', '25', '50'] as const

/** `pageSize` of a query string: the rows of a page. A missing one is undefined, and the list has its own. */
const pageSize = z.optional(z.pipe(z.enum(PAGE_SIZES), z.transform(Number)))

/**
 * The query of a list: the page, the rows of a page, and by which of these columns it is sorted, ascending or descending.
 * Without `sort` the list has its own order. Equal rows are in the order of their ids.
 */
export const paged = <const Columns extends readonly [string, ...string[]]>(columns: Columns) => ({
  pageNumber,
  pageSize,
  sort: z.optional(z.enum(columns)),
  order: z.optional(z.enum(['asc', 'desc'])),
})

/** What someone searches for, trimmed, without NUL characters, which PostgreSQL refuses. */
export const searched = (max = 100) =>
  z.string().check(
    z.overwrite((text) => text.replaceAll('\0', '')),
    z.trim(),
    z.maxLength(max, `Search for ${max} characters at most`),
  )

/** The search text of a list; results contain every word of it. */
export const keyword = z.optional(searched())

export const page = z.int()
export const instant = z.string()
export const message = z.object({ message: z.string() })

/** The data that `<Picture>` needs to show a picture without a layout shift. shared/kernel/picture.ts describes it. */
export const pictureFacts = z.object({
  src: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
  blur: z.string(),
  widths: z.array(z.int()),
})

/** The file name of a picture under /uploads/, as artists and the menu store it. */
export const pictureFile = z
  .string()
  .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/, 'A picture must be one of the shop’s own'))

/** A picture's file name and its data for `<Picture>`; `facts` is null if the file is unknown. */
export const picture = z.object({ file: z.string(), facts: z.nullable(pictureFacts) })

/** The path of a bundled or uploaded picture; no external URL. */
export const ownPicture = z
  .string()
  .check(
    z.regex(
      /^(\/(pictures|uploads)\/[A-Za-z0-9][A-Za-z0-9._-]{0,120})?$/,
      'The image must be one of the shop’s own pictures',
    ),
  )

/** A day in the shop's time zone: '2026-12-04'. */
export const day = z.string().check(z.refine(isDay, 'Choose a day'))

const dayOfPeriod = (label: string) =>
  z.string(`${label} is required`).check(z.refine(isDay, `${label} must be a day such as 2026-11-21`))

/** Both days are included. */
export const period = z
  .strictObject({ from: dayOfPeriod('From'), to: dayOfPeriod('To') })
  .check(z.refine(({ from, to }) => from <= to, 'The period ends before it begins'))
export type Period = z.infer<typeof period>
