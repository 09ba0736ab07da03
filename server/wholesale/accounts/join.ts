/** The link with which a person joins an account: signed for one turn of one invitation, so that a newer mail replaces it. */
import { sql } from 'kysely'
import type { BuyerRow, Db, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { mailboxKey } from '#server/kernel/limits/mailing.ts'
import { DAY, isoNow } from '#server/kernel/time/clock.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { checkLink, signLink } from '#server/platform/sessions/signed-links.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import { logJoined } from './people.ts'
import { nameOfCompany } from './rows.ts'

const LIFETIME = 30 * DAY

/** The token of the link in a mail to a person who is to join. */
export async function signJoining(
  shop: Pick<Shop, 'db' | 'clock'>,
  { id, turn }: Pick<BuyerRow, 'id' | 'turn'>,
) {
  return `${id}.${await signLink(shop, 'buyer', `${id} ${turn}`, LIFETIME)}`
}

/** The person of a link. Throws 400 if the link is used, replaced or too old, or the person was removed. */
export async function joiningOf(shop: Pick<Shop, 'db' | 'clock'>, token: string): Promise<BuyerRow> {
  const dot = token.indexOf('.')
  const id = token.slice(0, dot)
  const row = await shop.db.selectFrom('buyers').selectAll().where('id', '=', id).executeTakeFirst()
  const outcome = await checkLink(shop, 'buyer', `${id} ${row?.turn ?? 0}`, token.slice(dot + 1))
  if (!row || outcome !== 'valid' || row.user_id !== null || row.removed_at !== null) throw invalidLink()
  return row
}

/** What a link offers. Throws 400. */
export async function lookAtJoining(shop: Shop, token: string) {
  const row = await joiningOf(shop, token)
  const company = await shop.db
    .selectFrom('companies')
    .select(['trade_name', 'legal_name'])
    .where('id', '=', row.company_id)
    .executeTakeFirstOrThrow()
  const account = await accountWith(shop.db, row.email)
  return {
    name: row.name,
    email: row.email,
    company: nameOfCompany(company),
    account: account?.email ?? null,
  }
}

/**
 * Joins with the signed-in account. Throws 400 for an invalid link, and 409 if the account has another mailbox, or acts for
 * the company already.
 */
export async function acceptJoining(shop: Shop, user: SignedIn, token: string): Promise<{ company: string }> {
  const row = await joiningOf(shop, token)
  if (mailboxKey(user.email) !== mailboxKey(row.email))
    throw conflict(`This invitation is for ${row.email}. Sign out, and open the link again`, {
      code: 'other',
    })
  await transact(shop.db, (tx) => join(tx, shop, row, user))
  return { company: row.company_id }
}

/** Joins in the transaction that has made the account, or found it. Of two concurrent requests, only one joins. */
export async function join(tx: Tx, shop: Shop, row: BuyerRow, user: { _id: string }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('buyers')
    .set({ user_id: user._id, turn: row.turn + 1, updated_at: isoNow(shop.clock) })
    .where('id', '=', row.id)
    .where('turn', '=', row.turn)
    .where('user_id', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw conflict('You act for this account already', { code: 'joined' })
      throw error
    })
  if (numUpdatedRows !== 1n) throw invalidLink()
  await logJoined(tx, shop, row, user)
}

/** The account with a mailbox, whose address may be spelled in another way: with a tag after a plus, or Gmail's dots. */
export async function accountWith(db: Db, email: string): Promise<{ email: string } | undefined> {
  const exact = await db.selectFrom('users').select('email').where('email', '=', email).executeTakeFirst()
  if (exact) return exact
  const key = mailboxKey(email)
  const at = key.lastIndexOf('@')
  const isGmail = key.endsWith('@gmail.com')
  const name = isGmail ? key.slice(0, at).split('').map(literal).join('%') : literal(key.slice(0, at))
  const domain = isGmail ? '@g%mail.com' : literal(key.slice(at))
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where(sql<boolean>`email like ${`${name}%${domain}`} escape '\\'`)
    .orderBy('created_at')
    .limit(1000)
    .execute()
  return rows.find((each) => mailboxKey(each.email) === key)
}

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function invalidLink(): Refusal {
  return new Refusal(400, 'This invitation was used or replaced, or it is too old', { code: 'link' })
}
