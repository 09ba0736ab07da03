/** The type of a race, and shared helpers. */
import { type CartLines, orderBody } from '../../purchase.ts'
import type { TestShop } from '../../shop.ts'
import { type SignedInVisitor, signedIn } from '../../signed-in.ts'
import type { Answer } from '../../visitor.ts'
import type { DelayedDb } from '../random-delays.ts'
import type { PaymentCalls } from '../payment-calls.ts'
import { rowOf } from '../../table-rows.ts'

export type RaceTrack = TestShop & {
  /** The recorded calls of the payment provider. */
  paymentCalls: PaymentCalls
  /** The database with random delays, and what it recorded. */
  delayed: DelayedDb
}

export type Race = {
  /** A short name for tables and for `RACE=`. */
  name: string
  /** What the shop guarantees, as a sentence; the name of the test. */
  testName: string
  /** Runs the race once. Returns one sentence per violation. */
  run: (track: RaceTrack) => Promise<string[]>
}

const buyersOf = new WeakMap<TestShop['app'], SignedInVisitor[]>()

/** Returns `size` signed-in buyers and reuses those of earlier races, since signing in is slow. */
export async function reuseBuyers(track: RaceTrack, size: number): Promise<SignedInVisitor[]> {
  const existing = buyersOf.get(track.app) ?? []
  const missing = Math.max(0, size - existing.length)
  const fresh = await Promise.all(Array.from({ length: missing }, () => signedIn(track)))
  const all = [...existing, ...fresh]
  buyersOf.set(track.app, all)
  return all.slice(0, size)
}

/** Buyers who order at the same time, each with a quote. Returns their answers. */
export async function orderAtOnce(
  track: RaceTrack,
  size: number,
  itemsOf: (index: number) => CartLines,
): Promise<Answer[]> {
  const buyers = await reuseBuyers(track, size)
  const bodies = await parallel(size, (index) => orderBody(buyers[index]!, itemsOf(index)))
  return parallel(size, (index) => buyers[index]!.post('/api/orders', bodies[index]))
}

/** Starts `count` calls at once and waits for all results. */
export function parallel<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

/** One sentence if the two differ as JSON; otherwise empty. */
export function expectSame(what: string, found: unknown, wanted: unknown): string[] {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)]
  return is === should ? [] : [`${what}: ${is} instead of ${should}`]
}

/** The number of responses per status, such as `{201: 1, 409: 59}`. */
export function statuses(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** One sentence per different response that is not allowed, with its count. */
export function unexpectedAnswers(
  what: string,
  answers: Answer[],
  isFine: (answer: Answer) => boolean,
): string[] {
  const seen = new Map<string, number>()
  for (const answer of answers) {
    if (isFine(answer)) continue
    const text = `${answer.status} ${answer.text.slice(0, 160)}`
    seen.set(text, (seen.get(text) ?? 0) + 1)
  }
  return [...seen].map(([text, count]) => `${what}: ${count} x ${text}`)
}

export async function stockOf(track: RaceTrack, productId: string): Promise<number> {
  const row = await rowOf(track.db, 'product_sizes', productId)
  return row.count_in_stock
}

export async function stateOf(track: RaceTrack, orderId: string): Promise<string> {
  const row = await rowOf(track.db, 'orders', orderId)
  return row.state
}

export async function ordersOf(track: RaceTrack, productId: string): Promise<number> {
  const rows = await track.db
    .selectFrom('order_lines')
    .select('order_id')
    .where('product_id', '=', productId)
    .execute()
  return rows.length
}
