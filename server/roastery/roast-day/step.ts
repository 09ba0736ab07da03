/** Runs a step of a roast day: once per Idempotency-Key, and one step after another. */
import type { roastDay } from '#shared/roastery/api/roast-day.ts'
import type { Endpoint, Reply } from '#shared/platform/api/endpoint.ts'
import { addDays } from '#shared/kernel/days.ts'
import { acquireLock, transact } from '#server/kernel/db/transact.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { attemptOf, findReply, type RequestKey, saveReply } from '#server/platform/http/idempotency.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { ROASTING } from '#server/platform/settings/groups.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'

/** The row that a step made or changed, and a sentence about it. */
export type Done = Reply<typeof roastDay.weigh>

/** Who does a step, and the Idempotency-Key of the request; null if it has none. */
export type By = { user: SignedIn; key: RequestKey | null }

/**
 * Runs `change` in a transaction and returns its reply. A repeated request with the same key changes nothing and gets
 * the reply of the first one. Throws 422 if the key was used for another request, and what `change` throws.
 *
 * All steps take turns, because some of them depend on rows that do not exist yet: the next code of a lot, and the bags
 * that are packaged on a day. Rows are locked in this order, also by other transactions: order, bags, lots of coffee,
 * batches, lots of green coffee; rows of one table are sorted by id.
 */
export async function runStep(
  shop: Shop,
  { user, key }: By,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  change: (tx: Tx) => Promise<Done>,
): Promise<Done> {
  const attempt = attemptOf(user, { route: `${method} ${path}`, what: 'step' }, key)
  const done = await transact(shop.db, async (tx) => {
    await acquireLock(tx, 'roastery')
    const before = attempt && (await findReply<Done>(tx, attempt))
    if (before) return before
    const reply = await change(tx)
    if (attempt) await saveReply(tx, shop.clock, attempt, reply).execute()
    shop.crash('within-roast-step')
    return reply
  })
  shop.crash('after-roast-step')
  // The public pages of lots show batches and their green coffee. Steps are rare, so each step removes these pages from
  // the cache.
  shop.changed({ tag: 'Lots' })
  return done
}

/**
 * The first day of roasting of coffee that is fresh enough for orders of `day`; if `day` has passed, for orders of today.
 * Coffee that was roasted today is always fresh enough: the work of a day can be done before it.
 */
export async function freshFrom(shop: Shop, day: string): Promise<string> {
  const { freshDays } = await currentSettings(shop, ROASTING)
  const today = nowAt(shop.clock).day
  const oldest = addDays(day > today ? day : today, -freshDays)
  return oldest > today ? today : oldest
}
