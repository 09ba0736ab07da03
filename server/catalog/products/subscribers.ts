/**
 * Coffees that people subscribe to. Such a coffee is not taken out of the shop by accident: their deliveries would wait. Its
 * end is planned under Ending coffees, or it ends today (decisions/063-subscriptions.md).
 */
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
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
  if (ending && ending.ends_on <= day) return
  if (choice === 'replace') return endToday(tx, shop, id, day)
  const plan = ending
    ? `It ends on ${formatDate(ending.ends_on, 'weekday')}, and subscribers get it until then.`
    : 'Plan its end under Subscriptions, Ending coffees: subscribers are told four weeks before and get another coffee.'
  throw conflict(`${counted(count, 'subscription contains', 'subscriptions contain')} this coffee. ${plan}`, {
    code: 'subscribers',
    subscriptions: count,
  })
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
async function countSubscriptions(tx: Tx, of: { product: string } | { sizes: string[] }): Promise<number> {
  const { count } = await tx
    .selectFrom('subscription_items as item')
    .innerJoin('subscriptions', 'subscriptions.id', 'item.subscription_id')
    .select((eb) => eb.fn.count<number>('subscription_id').distinct().as('count'))
    .where('status', 'in', ['starting', 'active', 'paused', 'failed', 'gift'])
    .where((eb) =>
      'product' in of ? eb('item.product_id', '=', of.product) : eb('item.size_id', 'in', of.sizes),
    )
    .executeTakeFirstOrThrow()
  return count
}

async function endToday(tx: Tx, shop: Shop, id: string, day: string): Promise<void> {
  await tx.deleteFrom('coffee_replacements').where('ended_product_id', '=', id).execute()
  await tx
    .insertInto('coffee_endings')
    .values({ product_id: id, ends_on: day, replacement_id: null, created_at: isoNow(shop.clock) })
    .onConflict((taken) => taken.column('product_id').doUpdateSet({ ends_on: day }))
    .execute()
}
