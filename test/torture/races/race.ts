/** What a race is, and what several of them share. */
import type { TestShop } from '#test/shop.ts'
import { signedIn, type SomebodySignedIn } from '#test/signed-in.ts'
import type { Answer } from '#test/visitor.ts'
import type { RoughDb } from '../rough.ts'
import type { Takings } from '../takings.ts'

export type RaceTrack = TestShop & {
  /** What the payment provider was asked for and took. */
  takings: Takings
  /** The database with widened windows, and what it saw. */
  rough: RoughDb
}

export type Race = {
  /** Short, for tables and for `RACE=`. */
  name: string
  /** What the shop promises, as a sentence. */
  promise: string
  /** Runs the race once. Answers one sentence per broken promise. */
  run: (track: RaceTrack) => Promise<string[]>
}

const crowds = new WeakMap<TestShop['app'], SomebodySignedIn[]>()

/** So many buyers with a session; the same ones each time, since only what they do is raced. */
export async function crowd(track: RaceTrack, size: number): Promise<SomebodySignedIn[]> {
  const known = crowds.get(track.app) ?? []
  const missing = Math.max(0, size - known.length)
  const fresh = await Promise.all(Array.from({ length: missing }, () => signedIn(track)))
  const all = [...known, ...fresh]
  crowds.set(track.app, all)
  return all.slice(0, size)
}

export function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

/** A sentence when the two differ. */
export function expectSame(what: string, found: unknown, wanted: unknown): string[] {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)]
  return is === should ? [] : [`${what}: ${is} instead of ${should}`]
}

/** How many answers had which status, such as `{201: 1, 409: 59}`. */
export function statuses(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** One sentence per answer that is not among the allowed ones, the same ones counted together. */
export function strangers(what: string, answers: Answer[], isFine: (answer: Answer) => boolean): string[] {
  const seen = new Map<string, number>()
  for (const answer of answers) {
    if (isFine(answer)) continue
    const text = `${answer.status} ${answer.text.slice(0, 160)}`
    seen.set(text, (seen.get(text) ?? 0) + 1)
  }
  return [...seen].map(([text, count]) => `${what}: ${count} x ${text}`)
}

export async function stockOf(track: RaceTrack, productId: string): Promise<number> {
  const row = await track.db
    .selectFrom('products')
    .select('count_in_stock')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  return row.count_in_stock
}

export async function stateOf(track: RaceTrack, orderId: string): Promise<string> {
  const row = await track.db
    .selectFrom('orders')
    .select('state')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
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
