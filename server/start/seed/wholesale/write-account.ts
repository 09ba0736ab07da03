/** Writes an invented wholesale account with its location, its buyer, its certificate and its standing order. */
import { fold } from '#server/kernel/db/search.ts'
import type { BuyerRow, CompanyRow, DemoKind, LocationRow, Tx } from '#server/kernel/db/schema.ts'
import { type Clock, isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { UNUSABLE_HASH } from '#server/platform/sessions/passwords.ts'
import type { DemoAccount } from './accounts.ts'
import type { DemoCoffee } from './coffees.ts'

export type Written = {
  account: DemoAccount
  company: string
  location: string
  user: string
  /** The id of its standing order; null without one. */
  standing: string | null
}

/** Off the prices of the shop. */
export const PERCENT_OFF = 25

export const emailOf = ({ email }: DemoAccount) => `${email}@demo.example`

/** Writes the account as of the time of the clock. @param list the id of its price list */
export async function writeAccount(
  tx: Tx,
  clock: Clock,
  { account, list, coffees }: { account: DemoAccount; list: string; coffees: readonly DemoCoffee[] },
): Promise<Written> {
  const times = { created_at: isoNow(clock), updated_at: isoNow(clock) }
  const [company, location] = [newId(clock), newId(clock)]
  const place = {
    address: account.street,
    city: account.city,
    state: 'VA',
    postal_code: account.postalCode,
    country: 'US',
  }
  const email = emailOf(account)
  await tx
    .insertInto('companies')
    .values({
      id: company,
      legal_name: account.legalName,
      trade_name: account.name,
      kind: 'cafe' satisfies CompanyRow['kind'],
      billing_email: email,
      status: 'approved',
      price_list_id: list,
      search_text: fold(`${account.legalName} ${account.name} ${email} ${account.city}`),
      ...place,
      ...account.company,
      ...times,
    })
    .execute()
  await tx
    .insertInto('locations')
    .values({
      id: location,
      company_id: company,
      recipient: account.name,
      weekdays: String(account.weekday),
      handover: 'van' satisfies LocationRow['handover'],
      ...account.location,
      ...place,
      ...times,
    })
    .execute()
  const user = await writeBuyer(tx, clock, company, account)
  if (account.certificate) await writeCertificate(tx, clock, company, account)
  const standing = account.standing
    ? await writeStanding(tx, clock, { company, location, account, coffees })
    : null
  await markDemo(tx, 'companies', [company])
  return { account, company, location, user, standing }
}

/** Returns the id of the user. */
async function writeBuyer(tx: Tx, clock: Clock, company: string, account: DemoAccount): Promise<string> {
  const times = { created_at: isoNow(clock), updated_at: isoNow(clock) }
  const user = newId(clock)
  const email = emailOf(account)
  await tx
    .insertInto('users')
    .values({
      id: user,
      name: account.buyer,
      email,
      password_hash: UNUSABLE_HASH,
      is_admin: 0,
      search_text: fold(`${account.buyer} ${email}`),
      confirmed_email: email,
      ...times,
    })
    .execute()
  const rights = {
    may_order: 1,
    may_invoices: 1,
    may_pay: 1,
    may_people: 1,
    mails_orders: 0,
  } satisfies Partial<BuyerRow>
  await tx
    .insertInto('buyers')
    .values({
      id: newId(clock),
      company_id: company,
      user_id: user,
      email,
      name: account.buyer,
      ...rights,
      invited_at: times.created_at,
      ...times,
    })
    .execute()
  await markDemo(tx, 'users', [user])
  return user
}

async function writeCertificate(tx: Tx, clock: Clock, company: string, account: DemoAccount): Promise<void> {
  const now = isoNow(clock)
  await tx
    .insertInto('certificates')
    .values({
      id: newId(clock),
      company_id: company,
      form: 'ST-10',
      number: account.certificate,
      holder: account.legalName,
      address: `${account.street}, ${account.city}, VA ${account.postalCode}`,
      goods: 'Coffee',
      signed_by: account.buyer,
      signed_on: nowAt(clock).day,
      state: 'valid',
      received_at: now,
      checked_by: 'Frame Roasters',
      checked_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

type Standing = {
  company: string
  location: string
  account: DemoAccount
  coffees: readonly DemoCoffee[]
}

async function writeStanding(
  tx: Tx,
  clock: Clock,
  { company, location, account, coffees }: Standing,
): Promise<string> {
  const now = isoNow(clock)
  const id = newId(clock)
  await tx
    .insertInto('standing_orders')
    .values({
      id,
      company_id: company,
      location_id: location,
      every_weeks: account.everyWeeks as 1 | 2,
      weekday: account.weekday,
      starts_on: nowAt(clock).day,
      held_until: null,
      po_number: '',
      note: '',
      ended_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await tx
    .insertInto('standing_lines')
    .values(
      account.lines.map(([no, qty], position) => ({
        id: newId(clock),
        standing_order_id: id,
        date_id: null,
        position,
        product_id: coffees[no]!.product.id,
        size_id: coffees[no]!.size.id,
        grind: 'Whole bean',
        qty,
        known_cents: null,
        told_end: null,
      })),
    )
    .execute()
  return id
}

/** Marks rows as invented (server/backoffice/demo). */
export async function markDemo(tx: Tx, kind: DemoKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto('demo_rows')
    .values(ids.map((id) => ({ kind, id })))
    .execute()
}
