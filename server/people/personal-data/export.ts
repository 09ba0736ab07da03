/**
 * Everything that the shop stores about a person with an account, as a file: JSON for programs, or a page to read. What
 * is stored about an email address, such as messages, is included only if the address is confirmed: an account can be
 * created with someone else's address. Rows are read while the file is sent. decisions/069-personal-data.md
 */
import { Readable } from 'node:stream'
import { capitalized } from '#shared/kernel/counts.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { escapeMarkup } from '#shared/kernel/escape.ts'
import { hasConfirmed } from '#server/platform/sessions/confirmed-email.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { userRow } from '../users/users.ts'
import { ACCOUNT_SECTIONS, SIGN_IN_SECTIONS, SUBSCRIPTION_SECTIONS } from './account.ts'
import { EMAIL_SECTIONS } from './by-email.ts'
import { ORDER_SECTIONS } from './orders.ts'
import type { About, Person, Section, Entry, Value } from './section.ts'

const SECTIONS: Section[] = [
  ...ACCOUNT_SECTIONS,
  ...ORDER_SECTIONS,
  ...SUBSCRIPTION_SECTIONS,
  ...EMAIL_SECTIONS,
  ...SIGN_IN_SECTIONS,
]

/** The file of the caller, as JSON or as a page. */
export async function exportOf(shop: Shop, user: SignedIn, format: 'json' | 'html'): Promise<Download> {
  const row = await userRow(shop, user._id)
  const isConfirmed = await hasConfirmed(shop.db, user)
  const person = { shop, user: row, email: isConfirmed ? row.email : null }
  const { name } = await businessOf(shop)
  const about = { shop: name, madeAt: isoNow(shop.clock), notes: notesFor(isConfirmed) }
  const content = format === 'json' ? jsonOf(about, person) : pageOf(about, person, SECTIONS)
  // The first part is read before the response starts, so that a database failure returns an error.
  const first = await content.next()
  return {
    name: `my-data-${dayOf(shop.clock.now())}.${format}`,
    content: Readable.from(withFirst(first.value ?? '', content)),
  }
}

async function* withFirst(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

function notesFor(isConfirmed: boolean): string[] {
  return [
    'Amounts are in US dollars. Times are in UTC.',
    'Passwords, keys and payment tokens are left out, because they would only help a thief.',
    'PayPal and the carrier store their own data about your payments and parcels.',
    ...(isConfirmed
      ? []
      : [
          'Messages, newsletters, notices, sign-ups for events and mails are left out, because your email address is not confirmed yet. Confirm it under Profile, and download the file again.',
        ]),
  ]
}

async function* jsonOf(about: About, person: Person): AsyncGenerator<string> {
  const head = `{\n"about": ${JSON.stringify(about)}`
  for (const [index, { key, read }] of SECTIONS.entries()) {
    let text = index === 0 ? head : ''
    text += `,\n${JSON.stringify(key)}: [`
    let isFirst = true
    for await (const entry of await read(person)) {
      yield `${text}${isFirst ? '' : ','}\n  ${JSON.stringify(entry)}`
      text = ''
      isFirst = false
    }
    yield `${text}]`
  }
  yield '\n}\n'
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#222}
h2{margin-top:2.5rem;border-bottom:1px solid #999}article{margin:1rem 0;padding:0 0 1rem;border-bottom:1px solid #ddd}
dl{display:grid;grid-template-columns:minmax(8rem,12rem) 1fr;gap:.15rem 1rem;margin:0}dt{color:#555}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}dd dl{margin-bottom:.75rem}
@media(max-width:575px){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}`

/** The page, one part per record. */
export async function* pageOf(about: About, person: Person, sections: Section[]): AsyncGenerator<string> {
  const title = `Your data at ${about.shop}`
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeMarkup(title)}</h1><p>Made at ${escapeMarkup(about.madeAt)}.</p>
<ul>${about.notes.map((note) => `<li>${escapeMarkup(note)}</li>`).join('')}</ul>\n`
  for (const { title: heading, read } of sections) {
    let count = 0
    let text = `<h2>${escapeMarkup(heading)}</h2>\n`
    for await (const entry of await read(person)) {
      yield `${text}<article>${listOf(entry)}</article>\n`
      text = ''
      count += 1
    }
    yield count === 0 ? `${text}<p>Nothing is stored.</p>\n` : text
  }
  yield '</body></html>\n'
}

/** The fields that have a value. */
function listOf(entry: Entry): string {
  const rows = Object.entries(entry)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `<dt>${escapeMarkup(labelOf(name))}</dt><dd>${textOf(value)}</dd>`)
  return `<dl>${rows.join('')}</dl>`
}

function textOf(value: Value): string {
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value !== null && typeof value === 'object') return listOf(value)
  return escapeMarkup(String(value))
}

/** `isEmailConfirmed` becomes `Email confirmed`. */
function labelOf(name: string): string {
  const words = name
    .replace(/^is(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return capitalized(words)
}
