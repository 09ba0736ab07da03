/**
 * Everything that the shop stores about a person with an account, as a file: JSON for programs, or a page to read. What
 * is stored about an email address, such as messages, is included only if the address is confirmed: an account can be
 * created with someone else's address. Rows are read while the file is sent. decisions/069-personal-data.md
 */
import { Readable } from 'node:stream'
import { dayOf } from '#shared/kernel/dates.ts'
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
import { pageOf } from './page.ts'
import type { About, Person, Section } from './section.ts'

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
