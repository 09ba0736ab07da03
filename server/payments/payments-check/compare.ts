/**
 * Compares the shop's records with PayPal's. If our credentials allow it, PayPal's list of transactions (Transaction
 * Search) is read first. Payments that the list confirms are not read again; every other payment of the period is read
 * individually. Without the list, the shop cannot find payments at PayPal that it did not open; the Money page says so.
 * Disputes are read too, because their webhooks may have been lost.
 */
import { TENDER_KINDS } from '#shared/checkout/tenders.ts'
import { sql } from 'kysely'
import type { Comparison } from '#shared/payments/api/payments-check.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { DAY, HOUR, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { liesAhead } from '#server/kernel/db/due.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { FindingRow } from '#server/kernel/db/schema.ts'
import { findDisputes } from '../events/disputes.ts'
import {
  LIST_LAG_HOURS,
  type Movement,
  PaymentRefused,
  PaymentUnavailable,
} from '#server/providers/payments.ts'
import { isAnswered } from '#server/providers/service.ts'
import type { Shop } from '#server/platform/shop.ts'
import {
  readComparison,
  saveComparison,
  replaceFindings,
  isConfirmedByList,
  comparePayment,
  unknownPaymentFinding,
  summarizeList,
  type BookedPayment,
  type PaypalList,
  type NewFinding,
} from './findings.ts'
import { stockFindings } from './stock.ts'

const DAYS = 30
/** The number of payments that are read at the same time. */
const AT_ONCE = 4
/** At most this many payments are compared, the newest first. */
const MAX_PAYMENTS = 5000
const CHUNK = 200

/** If more payments than this cannot be read, PayPal counts as unavailable. */
const MAX_UNREAD = 3

/**
 * Compares once a day, on one of the running instances. If PayPal did not answer every request, tries again within the
 * hour.
 */
export async function compareDaily(shop: Shop): Promise<void> {
  const last = await readComparison(shop.db)
  if (
    last === null ||
    last.problem !== '' ||
    last.at < isoIn(shop.clock, -DAY) ||
    liesAhead(last.at, shop.clock)
  )
    await comparePayments(shop, DAYS)
  else if (last.disputesProblem || last.unread) await comparePayments(shop, last.days)
}

/**
 * Compares and stores the differences. If PayPal is unavailable, the stored differences of payments stay unchanged and
 * the comparison records the reason. Stock is compared anyway. If only the disputes cannot be read, the money is still
 * compared.
 */
export async function comparePayments(shop: Shop, days: number): Promise<void> {
  const from = isoIn(shop.clock, -days * DAY)
  const stock = await stockFindings(shop)
  try {
    const { found, checked, ...figures } = await compareMoney(shop, from)
    await replaceFindings(shop, (known) => isGoods(known) || checked.has(known.payment_id), [
      ...stock,
      ...found,
    ])
    const disputes = await readDisputes(shop, from)
    const sums = await sumsSince(shop, from)
    await saveComparison(shop, {
      at: isoNow(shop.clock),
      days,
      ...sums,
      ...figures,
      ...disputes,
      problem: '',
    })
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    shop.log.warn({ err: error }, 'the books could not be compared')
    await replaceFindings(shop, isGoods, stock)
    const last = (await readComparison(shop.db)) ?? { ...NO_COMPARISON, at: isoNow(shop.clock), days }
    await saveComparison(shop, { ...last, problem: problemText(error) })
  }
}

/** Reads the disputes after the money has been compared. A failure here does not affect that comparison. */
async function readDisputes(
  shop: Shop,
  from: string,
): Promise<Pick<Comparison, 'disputes' | 'disputesProblem'>> {
  try {
    return { disputes: await findDisputes(shop, from) }
  } catch (error) {
    if (!(error instanceof PaymentUnavailable) && !(error instanceof PaymentRefused)) throw error
    shop.log.warn({ err: error }, 'the disputes could not be read')
    const last = await readComparison(shop.db)
    return { disputes: last?.disputes ?? true, disputesProblem: problemText(error) }
  }
}

function problemText({ message }: Error): string {
  return `PayPal did not answer: ${message}`.slice(0, 300)
}

const NO_COMPARISON: Omit<Comparison, 'at' | 'days'> = {
  payments: 0,
  total: 0,
  read: 0,
  listed: false,
  foreign: 0,
  disputes: true,
  problem: '',
}

async function compareMoney(shop: Shop, from: string) {
  const movements = await shop.providers.payments.listMovements(from, isoNow(shop.clock))
  const listed = movements && summarizeList(movements)
  const complete = isoIn(shop.clock, -LIST_LAG_HOURS * HOUR)
  const known = await paymentsSince(shop, from)
  const doubtful = known.filter((payment) => !listed || !isConfirmedByList(payment, listed, complete))
  const { captures, found, unread } = await readOneByOne(shop, doubtful)
  const { unknown, foreign } = listed
    ? await unknownMoney(shop, listed, captures)
    : { unknown: [], foreign: 0 }
  const checked = new Set<string | null>(known.map(({ id }) => id).filter((id) => !unread.has(id)))
  return {
    found: [...found, ...unknown],
    checked,
    read: doubtful.length - unread.size,
    ...(unread.size > 0 ? { unread: unread.size } : {}),
    listed: listed !== null,
    foreign,
  }
}

/**
 * Reads payments individually, several at a time. If a payment cannot be read, its stored differences stay unchanged.
 * Throws PaymentUnavailable if PayPal does not answer for too many of them.
 */
async function readOneByOne(shop: Shop, payments: BookedPayment[]) {
  const captures = new Set<string>()
  const found: NewFinding[] = []
  const unread = new Set<string>()
  let unanswered = 0
  await runConcurrently(payments, async (payment) => {
    try {
      const seen = await readAgain(shop, payment)
      if (seen?.capture) captures.add(seen.capture.id)
      const finding = comparePayment(shop, payment, seen)
      if (finding) found.push(finding)
    } catch (error) {
      if (!(error instanceof PaymentUnavailable)) throw error
      if (!isAnswered(error) && ++unanswered > MAX_UNREAD) throw error
      shop.log.warn({ err: error, payment: payment.id }, 'a payment could not be read')
      unread.add(payment.id)
    }
  })
  return { captures, found, unread }
}

function isGoods({ product_id: id }: FindingRow): boolean {
  return id !== null
}

/** Reads a payment at PayPal; null if it does not exist or belongs to another account. */
export async function readAgain(shop: Shop, { provider_order_id: id }: { provider_order_id: string | null }) {
  try {
    return await shop.providers.payments.getPayment(id!)
  } catch (error) {
    if (error instanceof PaymentRefused) return null
    throw error
  }
}

function knownPayments(shop: Shop) {
  return shop.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select(['orders.state as order_state', 'orders.paid_at'])
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom('refunds')
            .select((each) => each.fn.sum<number>('amount_cents').as('cents'))
            .whereRef('refunds.payment_id', '=', 'payments.id')
            .where('refunds.state', '=', 'started'),
          sql.lit(0),
        )
        .as('started_cents'),
    )
}

function paymentsSince(shop: Shop, from: string): Promise<BookedPayment[]> {
  return knownPayments(shop)
    .where('payments.created_at', '>=', from)
    .where('provider_order_id', 'is not', null)
    .orderBy('payments.created_at', 'desc')
    .limit(MAX_PAYMENTS)
    .execute()
}

export function findPayment(shop: Shop, id: string): Promise<BookedPayment | undefined> {
  return knownPayments(shop).where('payments.id', '=', id).executeTakeFirst()
}

/**
 * Payments on PayPal's list that are not in the shop's records: findings for the payments that name our orders, and the
 * number of all other payments.
 */
async function unknownMoney(shop: Shop, { payments }: PaypalList, read: Set<string>) {
  const candidates = [...payments.values()].filter(({ id, status }) => status === 'done' && !read.has(id))
  const booked = await existingIds(
    candidates,
    ({ id }) => id,
    (ids) =>
      shop.db.selectFrom('payments').select('capture_id as id').where('capture_id', 'in', ids).execute(),
  )
  const orders = await existingIds(
    candidates,
    ({ orderId }) => orderId,
    (ids) => shop.db.selectFrom('orders').select('id').where('id', 'in', ids).execute(),
  )
  const unknown = candidates.filter(({ id }) => !booked.has(id))
  const ours = unknown.filter(({ orderId }) => orderId !== null && orders.has(orderId))
  return {
    unknown: ours.map((movement) => unknownPaymentFinding(movement, movement.orderId!)),
    foreign: unknown.length - ours.length,
  }
}

/** The ids of the movements that `find` finds in the database. */
async function existingIds(
  movements: Movement[],
  nameOf: (movement: Movement) => string | null,
  find: (ids: string[]) => Promise<{ id: string | null }[]>,
): Promise<Set<string | null>> {
  const names = [...new Set(movements.map(nameOf))].filter((name) => name !== null)
  const found = new Set<string | null>()
  for (const some of inBatches(names, CHUNK)) {
    for (const { id } of await find(some)) found.add(id)
  }
  return found
}

async function sumsSince({ db }: Shop, from: string): Promise<{ payments: number; total: number }> {
  const { payments, cents } = await db
    .selectFrom('payments')
    .where('state', '=', 'completed')
    // PayPal does not know what staff took by hand.
    .where('provider', 'not in', TENDER_KINDS)
    .where('captured_at', '>=', from)
    .select((eb) => [
      eb.fn.countAll<number>().as('payments'),
      eb.fn.sum<number | null>('amount_cents').as('cents'),
    ])
    .executeTakeFirstOrThrow()
  return { payments, total: toDollars(cents ?? 0) }
}

/** Processes several items at a time. Throws the first error. */
async function runConcurrently<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values()
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const one of waiting) await work(one)
  })
  await Promise.all(workers)
}
