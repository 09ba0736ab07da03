/**
 * The job of coffees that end: tells subscribers four weeks ahead, and changes their items after the last roast day.
 */
import { ENDING_NOTICE_DAYS } from '#shared/subscriptions/api/subscription-admin.ts'
import { addDays } from '#shared/kernel/days.ts'
import type { Planner } from '#shared/platform/subscriptions.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import type { Shop } from '#server/platform/shop.ts'
import { plannerOf } from '#server/checkout/new-subscriptions/plan.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Coffee } from './rotation.ts'
import { SHOP_PRICE } from './items.ts'
import { changeAsRead, commitWithMail, rowOf } from './steps.ts'
import { readCandidates, replacementOf, readAffected, type Affected } from './ending-coffees.ts'

/** Can be interrupted at any point and run in several instances: each item commits alone. */
export async function replaceCoffees(shop: Shop): Promise<void> {
  const today = nowAt(shop.clock).day
  const endings = await shop.db
    .selectFrom('coffee_endings')
    .selectAll()
    .where('ends_on', '<=', addDays(today, ENDING_NOTICE_DAYS))
    .execute()
  if (endings.length === 0) return
  const plan = await plannerOf(shop)
  const candidates = await readCandidates(shop.db)
  const all = await shop.db.selectFrom('coffee_endings').select('product_id').execute()
  const ending = new Set(all.map(({ product_id: id }) => id))
  const items = (await readAffected(shop)).filter(({ isReal }) => isReal)
  for (const { product_id: product, ends_on: endsOn, replacement_id: wanted } of endings) {
    for (const item of items.filter(({ product_id: id }) => id === product)) {
      if (item.announced_at === null) {
        const to = replacementOf(candidates, item.size_id!, { wanted, ending })
        await announce(shop, { item, to, endsOn })
      } else if (item.to_size !== null) await replaceAfter(shop, { item, endsOn, candidates, plan, today })
    }
  }
}

type Announced = { item: Affected; to: Coffee | null; endsOn: string }

/** Stores the replacement of the item, and queues the mail about it. */
async function announce(shop: Shop, { item, to, endsOn }: Announced): Promise<void> {
  const row = await rowOf(shop, item.subscription_id)
  const key = `${item.id}:${endsOn}:${to?.sizeId ?? 'none'}`
  const stored = shop.db
    .insertInto('coffee_replacements')
    .values({
      item_id: item.id,
      ended_product_id: item.product_id!,
      product_id: to?.productId ?? null,
      size_id: to?.sizeId ?? null,
      announced_at: isoNow(shop.clock),
    })
    .onConflict((taken) => taken.column('item_id').doNothing())
  const step = { query: stored, rows: 1 }
  // The page of a gift says which coffee comes. Its receiver chooses no other one, and pays nothing.
  if (row.status === 'gift') await allOrNone(shop.db, [step])
  else await commitWithMail(shop, [step], 'subscription-ending', row, { key })
}

type Replacing = { item: Affected; endsOn: string; candidates: Coffee[]; plan: Planner; today: string }

/**
 * Changes an item once its next delivery is roasted after the last roast day, on the day before the mail about that
 * delivery. A higher price does not become the agreed price by this: it is announced like any other.
 */
async function replaceAfter(shop: Shop, { item, endsOn, candidates, plan, today }: Replacing): Promise<void> {
  const row = await rowOf(shop, item.subscription_id)
  const days = row.next_on === null ? null : plan.daysOf(row.next_on)
  const { noticeDays } = await subscribingOf(shop)
  const isSoon = days !== null && addDays(days.chargeAt.day, -noticeDays - 1) <= today
  const isAfter = days === null ? today > endsOn : days.roastsOn > endsOn
  if (!isAfter || (today <= endsOn && !isSoon)) return
  const to = candidates.find(({ sizeId }) => sizeId === item.to_size)
  if (!to) return
  const changed = shop.db
    .updateTable('subscription_items')
    .set({
      product_id: to.productId,
      size_id: to.sizeId,
      price_cents: Math.min(item.price_cents, to.priceCents),
      ...SHOP_PRICE,
    })
    .where('id', '=', item.id)
    .where('size_id', '=', item.size_id)
  await allOrNone(shop.db, [
    changeAsRead(shop, row, { announced_shipping_cents: null }),
    { query: changed, rows: 1 },
    { query: shop.db.deleteFrom('coffee_replacements').where('item_id', '=', item.id), rows: 1 },
    {
      query: shop.db
        .updateTable('gift_subscriptions')
        .set({ coffee: [to.name, to.sizeLabel].filter(Boolean).join(', ') })
        .where('subscription_id', '=', row.id),
    },
  ])
}

/** What an email says about the items of a subscription whose coffee ends. */
export async function endingTexts(shop: Shop, subscription: string) {
  const candidates = await readCandidates(shop.db)
  const rows = await shop.db
    .selectFrom('coffee_replacements as to')
    .innerJoin('subscription_items as item', 'item.id', 'to.item_id')
    .innerJoin('coffee_endings', 'coffee_endings.product_id', 'to.ended_product_id')
    .select(['item.size_id', 'to.size_id as to_size', 'ends_on'])
    .where('item.subscription_id', '=', subscription)
    .orderBy('ends_on')
    .execute()
  const nameOf = (id: string | null) => candidates.find(({ sizeId }) => sizeId === id)?.name ?? ''
  return rows.map((row) => ({
    ended: nameOf(row.size_id),
    endsOn: row.ends_on,
    instead: nameOf(row.to_size),
  }))
}
