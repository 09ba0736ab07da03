/**
 * Our books against PayPal's. PayPal's own list (Transaction Search) is asked first, where our credentials may: what it
 * shows to be in order is not asked again. Every other payment of the time is read by itself. Without the list, money
 * that PayPal took for us under a payment we never opened stays unseen; the desk says so. What buyers complain about at
 * PayPal is asked for in the same go, since the webhook that tells of it may have got lost.
 */
import { sql } from 'kysely'
import type { Comparison } from '#shared/api/money.ts'
import { toDollars } from '#shared/pricing.ts'
import { DAY, HOUR, isoIn, isoNow } from '../time/clock.ts'
import type { FindingRow } from '../db/schema.ts'
import { findDisputes } from '../payments/disputes.ts'
import { LIST_LAG_HOURS, type Movement } from '../providers/movements.ts'
import { PaymentRefused, PaymentUnavailable } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'
import { readComparison, saveComparison, replaceFindings } from './findings.ts'
import {
  isVouchedFor,
  judgePayment,
  listOf,
  strangerOf,
  type Found,
  type Known,
  type Listed,
} from './judge.ts'
import { stockFindings } from './stock.ts'

const DAYS = 30
/** A comparison that took longer than a desk waits would be of no use; so many payments are read at once, … */
const AT_ONCE = 4
/** … and so many are looked at, the newest first. */
const MOST = 5000
const CHUNK = 200

/** So many payments that cannot be read, and PayPal is taken to be down. */
const MOST_UNREAD = 3

/**
 * Once a day; which of several instances does it does not matter. What PayPal did not answer is asked for again within
 * the hour.
 */
export async function compareDaily(shop: Shop): Promise<void> {
  const last = await readComparison(shop.db)
  if (last === null || last.problem !== '' || last.at < isoIn(shop.clock, -DAY))
    await compareBooks(shop, DAYS)
  else if (last.disputesProblem || last.unread) await compareBooks(shop, last.days)
}

/**
 * Compares, and writes down what disagrees. When PayPal does not answer, what is known of it stays as it was and the
 * comparison says why; goods are compared all the same, and so is money when only the disputes are missing.
 */
export async function compareBooks(shop: Shop, days: number): Promise<void> {
  const from = isoIn(shop.clock, -days * DAY)
  const stock = await stockFindings(shop)
  try {
    const { found, looked, ...figures } = await compareMoney(shop, from)
    await replaceFindings(shop, (known) => isGoods(known) || looked.has(known.payment_id), [
      ...stock,
      ...found,
    ])
    const disputes = await lookForDisputes(shop, from)
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
    const last = (await readComparison(shop.db)) ?? { ...NEVER, at: isoNow(shop.clock), days }
    await saveComparison(shop, { ...last, problem: inWords(error) })
  }
}

/** The money has been compared by then, and stands whatever becomes of this. */
async function lookForDisputes(
  shop: Shop,
  from: string,
): Promise<Pick<Comparison, 'disputes' | 'disputesProblem'>> {
  try {
    return { disputes: await findDisputes(shop, from) }
  } catch (error) {
    if (!(error instanceof PaymentUnavailable) && !(error instanceof PaymentRefused)) throw error
    shop.log.warn({ err: error }, 'the disputes could not be read')
    const last = await readComparison(shop.db)
    return { disputes: last?.disputes ?? true, disputesProblem: inWords(error) }
  }
}

function inWords({ message }: Error): string {
  return `PayPal did not answer: ${message}`.slice(0, 300)
}

const NEVER: Omit<Comparison, 'at' | 'days'> = {
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
  const listed = movements && listOf(movements)
  const complete = isoIn(shop.clock, -LIST_LAG_HOURS * HOUR)
  const known = await paymentsSince(shop, from)
  const doubtful = known.filter((payment) => !listed || !isVouchedFor(payment, listed, complete))
  const { captures, found, unread } = await readOneByOne(shop, doubtful)
  const { strangers, foreign } = listed
    ? await unknownMoney(shop, listed, captures)
    : { strangers: [], foreign: 0 }
  const looked = new Set<string | null>(known.map(({ id }) => id).filter((id) => !unread.has(id)))
  return {
    found: [...found, ...strangers],
    looked,
    read: doubtful.length - unread.size,
    ...(unread.size > 0 ? { unread: unread.size } : {}),
    listed: listed !== null,
    foreign,
  }
}

/**
 * Reads payments one by one, several at a time. What is known of one that cannot be read stays as it was; when there
 * are too many of them, PayPal is down: throws PaymentUnavailable.
 */
async function readOneByOne(shop: Shop, payments: Known[]) {
  const captures = new Set<string>()
  const found: Found[] = []
  const unread = new Set<string>()
  await inTurns(payments, async (payment) => {
    try {
      const seen = await readAgain(shop, payment)
      if (seen?.capture) captures.add(seen.capture.id)
      const finding = judgePayment(shop, payment, seen)
      if (finding) found.push(finding)
    } catch (error) {
      if (!(error instanceof PaymentUnavailable) || unread.size === MOST_UNREAD) throw error
      shop.log.warn({ err: error, payment: payment.id }, 'a payment could not be read')
      unread.add(payment.id)
    }
  })
  return { captures, found, unread }
}

function isGoods({ product_id: id }: FindingRow): boolean {
  return id !== null
}

/** A payment to somebody else is none of ours: as good as none. */
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

function paymentsSince(shop: Shop, from: string): Promise<Known[]> {
  return knownPayments(shop)
    .where('payments.created_at', '>=', from)
    .where('provider_order_id', 'is not', null)
    .orderBy('payments.created_at', 'desc')
    .limit(MOST)
    .execute()
}

export function findKnown(shop: Shop, id: string): Promise<Known | undefined> {
  return knownPayments(shop).where('payments.id', '=', id).executeTakeFirst()
}

/** Of what PayPal lists, what we have not written down: money for our orders, and money for none of them. */
async function unknownMoney(shop: Shop, { payments }: Listed, read: Set<string>) {
  const candidates = [...payments.values()].filter(({ id, status }) => status === 'done' && !read.has(id))
  const booked = await namedIn(
    candidates,
    ({ id }) => id,
    (ids) =>
      shop.db.selectFrom('payments').select('capture_id as id').where('capture_id', 'in', ids).execute(),
  )
  const orders = await namedIn(
    candidates,
    ({ orderId }) => orderId,
    (ids) => shop.db.selectFrom('orders').select('id').where('id', 'in', ids).execute(),
  )
  const unknown = candidates.filter(({ id }) => !booked.has(id))
  const ours = unknown.filter(({ orderId }) => orderId !== null && orders.has(orderId))
  return {
    strangers: ours.map((movement) => strangerOf(movement, movement.orderId!)),
    foreign: unknown.length - ours.length,
  }
}

/** Which of the names that the movements give are in our books. */
async function namedIn(
  movements: Movement[],
  nameOf: (movement: Movement) => string | null,
  find: (ids: string[]) => Promise<{ id: string | null }[]>,
): Promise<Set<string | null>> {
  const names = [...new Set(movements.map(nameOf))].filter((name) => name !== null)
  const found = new Set<string | null>()
  for (let start = 0; start < names.length; start += CHUNK) {
    for (const { id } of await find(names.slice(start, start + CHUNK))) found.add(id)
  }
  return found
}

async function sumsSince({ db }: Shop, from: string): Promise<{ payments: number; total: number }> {
  const { payments, cents } = await db
    .selectFrom('payments')
    .where('state', '=', 'completed')
    .where('captured_at', '>=', from)
    .select((eb) => [
      eb.fn.countAll<number>().as('payments'),
      eb.fn.sum<number | null>('amount_cents').as('cents'),
    ])
    .executeTakeFirstOrThrow()
  return { payments, total: toDollars(cents ?? 0) }
}

/** Several at a time; the first that fails ends it. */
async function inTurns<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values()
  const turns = Array.from({ length: AT_ONCE }, async () => {
    for (const one of waiting) await work(one)
  })
  await Promise.all(turns)
}
