/** The agreed prices of items: what they become when the shop's prices change, or the owner sets a price for one. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { ChangedSubscription } from '#shared/subscriptions/api/subscription.ts'
import type { subscriptionAdmin } from '#shared/subscriptions/api/subscription-admin.ts'
import { addDays } from '#shared/kernel/days.ts'
import { formatCents, toCents } from '#shared/kernel/pricing.ts'
import { PRICE_NOTICE_DAYS, upcoming, type Planner } from '#shared/platform/subscriptions.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, SubscriptionItemRow, SubscriptionRow } from '#server/kernel/db/schema.ts'
import { badRequest, conflict, notFound } from '#server/kernel/errors.ts'
import { subscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import { isReal } from '#server/platform/invented.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { plannerOf } from '#server/checkout/new-subscriptions/plan.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { affectedText, change, dayText } from './change.ts'
import type { Changing, Outcome } from './changing.ts'
import { NO_NEW_PRICE, isAnnouncedFor, readItems, type Item } from './items.ts'
import { commitWithMail } from './steps.ts'

/**
 * Sets the price of an item for this subscription alone, or with null the price of the shop. A lower one is agreed at
 * once. A higher one is announced like one of the shop. Throws 404, 400 for more than today's price, and 409 for a higher
 * price of an item that comes once.
 */
export function setPrice(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { itemId, price, version }: Body<typeof subscriptionAdmin.price> & { itemId: string },
): Promise<ChangedSubscription> {
  return change(shop, admin, { id, version }, async (changing) => {
    const { tx, row } = changing
    const item = (await readItems(shop, [row.id], tx)).find((each) => each.id === itemId)
    if (!item) throw notFound('Item')
    const own = price === null ? null : toCents(price)
    if (own !== null && own > item.listCents)
      throw badRequest(`The shop’s price is ${formatCents(item.listCents)} today. Enter that at most`)
    const outcome = await agreeTo(changing, { ...item, own_price_cents: own })
    await tx
      .updateTable('subscription_items')
      .set({ own_price_cents: own })
      .where('id', '=', item.id)
      .execute()
    const field = `Price set for ${item.name}`
    return {
      ...outcome,
      logged: [{ field, before: textOf(item.own_price_cents), after: textOf(own) }],
    }
  })
}

const textOf = (cents: number | null) => (cents === null ? 'The shop’s' : formatCents(cents))

/** Makes the price that was set the agreed one, or announces it if it is higher. */
async function agreeTo(changing: Changing, item: Item): Promise<Outcome> {
  const { tx, shop, row, plan } = changing
  const cents = dueCents(item, item.listCents)
  const what = `${item.name} costs ${formatCents(cents)}`
  if (cents <= item.price_cents) {
    await updateItem(tx, item, { price_cents: cents, ...NO_NEW_PRICE }).execute()
    return { patch: {}, message: `${what}, before the discount. ${await affectedText(changing)}` }
  }
  if (item.is_once)
    throw conflict('The price of an item that comes once cannot go up. Remove it, and add it again')
  const next = announcedPrice(shop, plan, { row, item, cents })
  if (next === null) {
    await updateItem(tx, item, NO_NEW_PRICE).execute()
    const { min, max } = PRICE_NOTICE_DAYS
    return {
      patch: {},
      message: `The higher price is announced by email ${min} to ${max} days before the first charge with it. Until then the agreed one stays.`,
    }
  }
  if (next === 'announced')
    return { patch: {}, message: `${what} from ${dayText(item.new_price_from!)} on, as announced.` }
  await updateItem(tx, item, next).execute()
  await subscriptionMail(tx, shop, 'subscription-price', row, aboutPrice(shop, row, item)).execute()
  return {
    patch: {},
    message: `${what} from ${dayText(next.new_price_from)} on, before the discount. The subscriber gets an email now, and pays the old price before.`,
    isMailed: true,
  }
}

/** What an item costs today, before the discount: the price for this subscription, and at most that of the shop. */
function dueCents({ own_price_cents: own }: SubscriptionItemRow, listCents: number): number {
  return Math.min(own ?? listCents, listCents)
}

type Announced = { row: SubscriptionRow; item: SubscriptionItemRow; cents: number }

/**
 * The columns that announce a higher price for the first charge that is 7 to 30 days ahead; `announced` if it is
 * announced in time already, and null if there is no such charge.
 */
function announcedPrice(shop: Shop, plan: Planner, { row, item, cents }: Announced) {
  const charges = chargesOf(plan, row)
  const { new_price_cents: announced, new_price_from: from } = item
  const first = from === null ? undefined : charges.find((each) => each >= from)
  if (announced === cents && first !== undefined && isAnnouncedFor(item, first)) return 'announced'
  const today = nowAt(shop.clock).day
  const { min, max } = PRICE_NOTICE_DAYS
  const day = charges.find((each) => addDays(today, min) <= each && each <= addDays(today, max))
  if (day === undefined) return null
  return { new_price_cents: cents, new_price_from: day, new_price_announced_at: isoNow(shop.clock) }
}

/** The mail about a higher price. Only one of several instances commits an announcement, so each has its own key. */
function aboutPrice(shop: Shop, { next_number: number }: SubscriptionRow, { id }: SubscriptionItemRow) {
  return { number, key: `${id}:${isoNow(shop.clock)}` }
}

type Priced = SubscriptionRow & { item: SubscriptionItemRow; listCents: number }

/**
 * Compares the agreed prices with today's. A lower one is agreed at once. A higher one is announced for the first charge
 * that is 7 to 30 days ahead (California Business and Professions Code 17602), and again if that charge moves away.
 */
export async function announcePrices(shop: Shop): Promise<void> {
  const plan = await plannerOf(shop)
  for (const changed of await changedPrices(shop)) await announcePrice(shop, plan, changed)
}

async function announcePrice(shop: Shop, plan: Planner, row: Priced): Promise<void> {
  const { item, listCents } = row
  const cents = dueCents(item, listCents)
  if (cents <= item.price_cents) {
    if (cents < item.price_cents || item.new_price_cents !== null)
      await updateItem(shop.db, item, { price_cents: cents, ...NO_NEW_PRICE }).execute()
    return
  }
  const next = announcedPrice(shop, plan, { row, item, cents })
  if (next === null || next === 'announced') return
  const announcing = { query: updateItem(shop.db, item, next), rows: 1 }
  await commitWithMail(shop, [announcing], 'subscription-price', row, aboutPrice(shop, row, item))
}

/** The days of the next charges, as far ahead as a price can be announced. */
function chargesOf(plan: Planner, { next_on: on, weeks }: SubscriptionRow): string[] {
  const count = Math.ceil(PRICE_NOTICE_DAYS.max / 7) + 1
  return on === null ? [] : upcoming(plan, on, weeks, count).map(({ chargeAt }) => chargeAt.day)
}

/** Changes an item whose prices are still those that were read. */
function updateItem(db: Db, item: SubscriptionItemRow, to: Partial<SubscriptionItemRow>) {
  const { new_price_announced_at: at } = item
  return db
    .updateTable('subscription_items')
    .set(to)
    .where('id', '=', item.id)
    .where('price_cents', '=', item.price_cents)
    .where('new_price_announced_at', at === null ? 'is' : '=', at)
}

/** The items of running subscriptions whose agreed or announced price differs from today's price. */
async function changedPrices(shop: Shop): Promise<Priced[]> {
  const { choicePrice } = await subscribingOf(shop)
  const choiceCents = toCents(choicePrice)
  const rows = await shop.db
    .selectFrom('subscription_items as item')
    .innerJoin('subscriptions', 'subscriptions.id', 'item.subscription_id')
    .leftJoin('product_sizes', 'product_sizes.id', 'item.size_id')
    .selectAll('item')
    .select(['subscriptions.id as of', 'product_sizes.price_cents as list_cents'])
    .where('subscriptions.status', 'in', ['active', 'paused', 'failed'])
    .where('item.is_once', '=', 0)
    .where(isReal('subscriptions', 'subscriptions.id'))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('product_sizes.removed_at', 'is', null),
          eb('product_sizes.for_accounts', '=', 0),
          eb('product_sizes.price_cents', '<>', eb.ref('item.price_cents')),
        ]),
        eb.and([eb('item.taste', 'is not', null), eb('item.price_cents', '<>', choiceCents)]),
        eb('item.new_price_cents', 'is not', null),
      ]),
    )
    .execute()
  const subscriptions = await rowsOf(
    shop,
    rows.map(({ of }) => of),
  )
  return rows.flatMap(({ of, list_cents, ...item }) => {
    const row = subscriptions.get(of)
    return row ? [{ ...row, item, listCents: list_cents ?? choiceCents }] : []
  })
}

/** Rows per statement: databases limit the number of values in a statement. */
const BATCH = 500

async function rowsOf({ db }: Shop, ids: string[]): Promise<Map<string, SubscriptionRow>> {
  const found = new Map<string, SubscriptionRow>()
  for (const some of inBatches(ids, BATCH)) {
    const rows = await db.selectFrom('subscriptions').selectAll().where('id', 'in', some).execute()
    for (const row of rows) found.set(row.id, row)
  }
  return found
}
