/** A simulated day of accounts and the shop, and what must hold after it. */
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'
import { ledgerViolations } from '#server/wholesale/invoices/ledger.testing.ts'
import { imbalances } from '../roastery-balance.ts'
import { deliver, roast } from './deliver.ts'
import { rememberEvening, wrongEvenings } from './evenings.ts'
import { goodsViolations } from './goods.ts'
import { begin, changeMind, changeStanding, order } from './orders.ts'
import { credit, pay, writeOff } from './pay.ts'
import { chance, together, type Site } from './site.ts'

/** The probability of what an account does on a day. */
const PER_DAY = { order: 0.25, change: 0.05, begin: 0.02, standing: 0.02, pay: 0.15 }
/** Orders of each account on the day before all are delivered at once. */
const RUSH_ORDERS = 8

/** The shop roasts what is late and delivers; then accounts order, the shop roasts, and accounts pay. */
export async function liveDay(site: Site, { isBeforeRush = false } = {}): Promise<void> {
  await roast(site)
  await deliver(site)
  await together(site, site.cafes, async (cafe) => {
    if (chance(site, PER_DAY.order)) await order(site, cafe)
    if (chance(site, PER_DAY.change)) await changeMind(site, cafe)
    if (chance(site, PER_DAY.begin)) await begin(site, cafe)
    if (chance(site, PER_DAY.standing)) await changeStanding(site, cafe)
  })
  if (isBeforeRush) await orderForRush(site)
  await roast(site)
  await together(site, site.cafes, async (cafe) => {
    if (chance(site, PER_DAY.change / 2)) await changeMind(site, cafe)
    if (chance(site, PER_DAY.pay)) await pay(site, cafe)
  })
  if (chance(site, 0.3)) await credit(site)
  if (chance(site, 0.3)) await writeOff(site)
  await rememberEvening(site)
}

/** Accounts that get an invoice with each delivery order several times for the same day. */
async function orderForRush(site: Site): Promise<void> {
  const some = site.cafes.filter(({ isBilledAtOnce }) => isBilledAtOnce)
  await together(site, some, async (cafe) => {
    for (let count = 0; count < RUSH_ORDERS; count++) {
      const day = await order(site, cafe)
      if (day === null) return
      if (site.rush === null || site.rush < day) site.rush = day
    }
  })
}

/** What does not agree with the rows of accounts and of the roastery. No request may be running. */
export async function wrongRows(db: Db, site: Site): Promise<string[]> {
  // Without it, PostgreSQL knows nothing about tables that were just filled, and reads them once for each row of another.
  await sql`analyze`.execute(db)
  return [
    ...(await ledgerViolations(db)),
    ...(await imbalances(db)),
    ...(await goodsViolations(db)),
    ...(await wrongEvenings(db, site.evenings.slice(-MOST_EVENINGS))),
    ...(await wrongKnown(db, site)),
  ]
}

/** All of them are read again in the end. */
const MOST_EVENINGS = 60

/** What was acknowledged and is lost, and what is there without anybody having asked for it. */
async function wrongKnown(db: Db, { known }: Site): Promise<string[]> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'state', 'paid_at', 'standing_date_id as standing', 'pays_invoices'])
    .where((eb) => eb.or([eb('company_id', 'is not', null), eb('pays_invoices', '=', 1)]))
    .execute()
  const byId = new Map(orders.map((row) => [row.id, row]))
  const isClosed = (id: string) => ['cancelled', 'expired'].includes(byId.get(id)?.state ?? '')
  const credits = await db.selectFrom('credit_notes').select('id').where('reason', '=', 'Stale').execute()
  const byHand = await db
    .selectFrom('receipts')
    .where('kind', 'in', ['check', 'transfer', 'cash'])
    .groupBy('company_id')
    .select(({ fn }) => ['company_id as company', fn.sum<number>('cents').as('cents')])
    .execute()
  const received = new Map(byHand.map(({ company, cents }) => [company, cents]))
  return [
    ...[...known.orders].flatMap(([id, state]) =>
      !byId.has(id) || (state === 'closed' && !isClosed(id))
        ? [`Order ${id} was ${state}, which is lost`]
        : [],
    ),
    ...orders
      .filter(
        ({ id, standing, pays_invoices: pays }) => standing === null && pays === 0 && !known.orders.has(id),
      )
      .map(({ id }) => `Order ${id} was not acknowledged`),
    ...[...known.paid].filter((id) => !byId.get(id)?.paid_at).map((id) => `The payment of ${id} is lost`),
    ...(credits.length === known.credits.size
      ? []
      : [`There are ${credits.length} credit notes by hand, not ${known.credits.size}`]),
    ...[...known.received]
      .filter(([company, cents]) => (received.get(company) ?? 0) !== cents)
      .map(
        ([company, cents]) =>
          `${company} paid ${cents} cents by hand, and the rows have ${received.get(company)}`,
      ),
  ]
}
