/**
 * Coffees that people subscribe to. Such a coffee is not taken out of the shop by accident: their deliveries would wait. Its
 * end is planned under Coffees that end, or it ends today (decisions/063-subscriptions.md).
 */
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'

/** What an admin has decided about the subscribers: `replace` ends the coffee today. Missing: nothing yet. */
export type ForSubscribers = 'replace' | undefined

/**
 * Requires a plan for the subscribers of a product that leaves the shop. With `replace`, its last roast day is today: the job
 * of endings tells the subscribers, and replaces the coffee in their next deliveries. Throws 409 with the code `subscribers`
 * if people subscribe to it and its last roast day has not come.
 */
export async function requirePlan(tx: Tx, shop: Shop, id: string, choice: ForSubscribers): Promise<void> {
  const count = await countSubscriptions(tx, { product: id })
  if (count === 0) return
  const { day } = nowAt(shop.clock)
  const ending = await tx
    .selectFrom('coffee_endings')
    .select('ends_on')
    .where('product_id', '=', id)
    .executeTakeFirst()
  // Those whose coffee was replaced no longer count. The others were asked to choose another one.
  const problem = withoutPlan(count, ending?.ends_on ?? null, day)
  if (problem === null) return
  if (choice === 'replace') return endToday(tx, shop, id, day)
  throw conflict(problem, { code: 'subscribers', subscriptions: count })
}

/**
 * Why a product with so many subscriptions cannot leave the shop; null if it can.
 * @param endsOn its last roast day, if its end is planned
 */
export function withoutPlan(count: number, endsOn: string | null, today: string): string | null {
  if (count === 0 || (endsOn !== null && endsOn <= today)) return null
  const plan =
    endsOn === null
      ? 'Plan its end under Subscriptions, Coffees that end: subscribers are told four weeks before and get another coffee.'
      : `It ends on ${formatDate(endsOn, 'weekday')}, and subscribers get it until then.`
  return `${counted(count, 'subscription contains', 'subscriptions contain')} this coffee. ${plan}`
}

/** The number of running subscriptions that contain each of these products, and the day on which its end is planned. */
export async function subscribedProducts(db: Db, ids: readonly string[]) {
  const [rows, endings] = await Promise.all([
    db
      .selectFrom('subscription_items as item')
      .innerJoin('subscriptions', 'subscriptions.id', 'item.subscription_id')
      .select((eb) => [
        'item.product_id as id',
        eb.fn.count<number>('subscription_id').distinct().as('subscriptions'),
      ])
      .where('status', 'in', RUNNING)
      .where('item.product_id', 'in', ids)
      .groupBy('item.product_id')
      .execute(),
    db
      .selectFrom('coffee_endings')
      .select(['product_id', 'ends_on'])
      .where('product_id', 'in', ids)
      .execute(),
  ])
  const days = new Map(endings.map((each) => [each.product_id, each.ends_on]))
  return new Map(rows.map(({ id, subscriptions }) => [id, { subscriptions, endsOn: days.get(id!) ?? null }]))
}

/**
 * Requires a decision about sizes that are removed while people subscribe to them: with `replace`, their deliveries wait until
 * they have chosen another size. Throws 409 with the code `subscribers`.
 */
export async function requireNoneOfSizes(tx: Tx, sizeIds: string[], choice: ForSubscribers): Promise<void> {
  if (choice === 'replace' || sizeIds.length === 0) return
  const count = await countSubscriptions(tx, { sizes: sizeIds })
  if (count === 0) return
  throw conflict(
    `${counted(count, 'subscription contains', 'subscriptions contain')} a size that you remove. Their deliveries wait until the subscribers have chosen another one; they are told by email.`,
    { code: 'subscribers', subscriptions: count },
  )
}

/** The running subscriptions that name the product, or one of the sizes. */
export async function countSubscriptions(
  db: Db,
  of: { product: string } | { sizes: readonly string[] },
): Promise<number> {
  const { count } = await db
    .selectFrom('subscription_items as item')
    .innerJoin('subscriptions', 'subscriptions.id', 'item.subscription_id')
    .select((eb) => eb.fn.count<number>('subscription_id').distinct().as('count'))
    .where('status', 'in', RUNNING)
    .where((eb) =>
      'product' in of ? eb('item.product_id', '=', of.product) : eb('item.size_id', 'in', of.sizes),
    )
    .executeTakeFirstOrThrow()
  return count
}

const RUNNING = ['starting', 'active', 'paused', 'failed', 'gift'] as const

async function endToday(tx: Tx, shop: Shop, id: string, day: string): Promise<void> {
  await tx.deleteFrom('coffee_replacements').where('ended_product_id', '=', id).execute()
  await tx
    .insertInto('coffee_endings')
    .values({ product_id: id, ends_on: day, replacement_id: null, created_at: isoNow(shop.clock) })
    .onConflict((taken) => taken.column('product_id').doUpdateSet({ ends_on: day }))
    .execute()
}
