/**
 * Removes the demo data in one transaction: orders with everything that belongs to them, customers, subscriptions, gift cards,
 * discount codes, reviews, messages, newsletters, events and the roast week. Removes products, works of art, artists and the menu only on request. The table `demo_rows`
 * marks the demo's rows, and no other rows are deleted. The counts in stock do not change, because the owner may have
 * counted the goods in the meantime.
 */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { demo, DemoCounts } from '#shared/backoffice/api/demo.ts'
import { SALES_REMOVED } from '../today/sales-by-day.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { DemoKind, Tx } from '#server/kernel/db/schema.ts'
import { removeUnsavedPages } from '#server/content/menu/menu.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { returnBags } from '#server/roastery/roast-day/fill.ts'
import type { Shop } from '#server/platform/shop.ts'
import {
  demoMenuPages,
  removableArtists,
  removableEvents,
  replacementIds,
  untouchedProducts,
  demoState,
} from './count-demo.ts'
import { demoCards, removableCodes, removeCards, removeCodes } from './demo-checkout.ts'
import { removableNewsletters, removeMail, removeNews } from './demo-news.ts'
import { removeRoastery } from './demo-roastery.ts'
import { removeSubscriptions } from './demo-subscriptions.ts'
import { ordersOfAccounts, removeWholesale } from './demo-wholesale.ts'
import { BATCH, deleteRows, type Marks } from './marks.ts'
import type { Handlers } from '#server/platform/http/serve.ts'

/** Returns the numbers of removed rows. Of two calls at the same time, the second waits, and then removes nothing. */
async function removeDemo(
  shop: Shop,
  admin: SignedIn,
  { products: withProducts, content: withContent }: Body<typeof demo.remove>,
): Promise<DemoCounts> {
  const removed = await transact(shop.db, async (tx) => {
    const history = await removeHistory(tx, shop)
    const goods = withProducts ? await removeGoods(tx, shop) : { products: 0, works: 0 }
    const content = withContent
      ? { artists: await removeArtists(tx), menuPages: await removeMenu(tx, shop, admin) }
      : { artists: 0, menuPages: 0 }
    const counts = { ...history, ...goods, ...content }
    await recordRemoval(tx, shop, admin, counts)
    return counts
  })
  for (const tag of ['Product', 'Event', 'Artshow', 'Menu'] as const) shop.changed({ tag, gone: true })
  shop.changed({ tag: 'RoastDays' })
  return removed
}

/** Removes the activity of the demo's customers: orders, reviews, messages, sign-ups and accounts. */
async function removeHistory(tx: Tx, shop: Shop) {
  // Must run before `takeMarks` deletes the marks, because it reads them.
  const replacements = [...(await replacementIds(tx)), ...(await ordersOfAccounts(tx))]
  const events = (await removableEvents(tx).select('events.id').execute()).map(({ id }) => id)
  const codes = (await removableCodes(tx).select('discount_codes.id').execute()).map(({ id }) => id)
  const cards = await demoCards(tx)
  const newsletters = (await removableNewsletters(tx).select('newsletters.id').execute()).map(({ id }) => id)
  const ids = await takeMarks(tx)
  const orders = ids('orders')
  await deleteRows(tx, 'reviews', ids('reviews'))
  await removeMessages(tx, ids('messages'))
  const isFirst = ids('events').length > 0
  if (isFirst) await deleteRows(tx, 'events', events)
  const made = orders.length > 0 ? replacements : []
  await removeSubscriptions(tx, ids, [...orders, ...made])
  await removeCards(tx, cards, [...orders, ...made])
  const accounts = await removeWholesale(tx, ids)
  const labels = await removeOrders(tx, shop, [...orders, ...made], ids('stock_moves'))
  await removeCodes(tx, codes, ids('discount_codes'))
  await deleteRows(tx, 'artist_payouts', ids('artist_payouts'))
  await removeNews(tx, newsletters, ids)
  await removeMail(tx)
  await removeUsers(tx, ids('users'))
  const roastery = await removeRoastery(tx, ids)
  return {
    orders: orders.length,
    replacements: made.length,
    labels,
    customers: ids('users').length,
    reviews: ids('reviews').length,
    messages: ids('messages').length,
    subscriptions: ids('subscriptions').length,
    newsletters: ids('newsletters').length > 0 ? newsletters.length : 0,
    subscribers: ids('newsletter_subscribers').length,
    giftCards: ids('gift_cards').length > 0 ? cards.sold : 0,
    codes: ids('discount_codes').length > 0 ? codes.length : 0,
    events: isFirst ? events.length : 0,
    accounts,
    ...roastery,
  }
}

/** The kinds of rows that are removed only on request. Their marks are kept until then. */
const ON_REQUEST: DemoKind[] = ['products', 'artists', 'menu_pages']

/** Deletes the marks of all other rows, and returns the ids by kind. A concurrent call gets none. */
async function takeMarks(tx: Tx): Promise<Marks> {
  const marks = await tx
    .deleteFrom('demo_rows')
    .where('kind', 'not in', ON_REQUEST)
    .returning(['kind', 'id'])
    .execute()
  return (kind) => marks.filter((mark) => mark.kind === kind).map(({ id }) => id)
}

async function removeMessages(tx: Tx, messages: readonly string[]): Promise<void> {
  for (const ids of inBatches(messages, BATCH)) {
    const answers = await tx
      .deleteFrom('answers')
      .where('message_id', 'in', ids)
      .returning('outbox_id')
      .execute()
    const deleted = await tx.deleteFrom('messages').where('id', 'in', ids).returning('outbox_id').execute()
    const mail = [...answers, ...deleted].map(({ outbox_id: id }) => id)
    await tx.deleteFrom('outbox').where('id', 'in', mail).execute()
  }
}

/** Returns the number of deleted labels. */
async function removeOrders(
  tx: Tx,
  shop: Shop,
  orders: readonly string[],
  restocks: readonly string[],
): Promise<number> {
  let labels = 0
  const moved = new Map<string, number>()
  const add = (moves: { size_id: string; qty: number }[]) => {
    for (const { size_id: size, qty } of moves) moved.set(size, (moved.get(size) ?? 0) + qty)
  }
  for (const ids of inBatches(restocks, BATCH))
    add(await tx.deleteFrom('stock_moves').where('id', 'in', ids).returning(['size_id', 'qty']).execute())
  for (const ids of inBatches(orders, BATCH)) {
    const moves = tx.deleteFrom('stock_moves').where('order_id', 'in', ids)
    add(await moves.returning(['size_id', 'qty']).execute())
    const payments = tx.selectFrom('payments').where('order_id', 'in', ids).select('id')
    await tx.deleteFrom('disputes').where('payment_id', 'in', payments).execute()
    await tx.deleteFrom('refunds').where('payment_id', 'in', payments).execute()
    await tx.deleteFrom('payments').where('order_id', 'in', ids).execute()
    const { numDeletedRows } = await tx.deleteFrom('labels').where('order_id', 'in', ids).executeTakeFirst()
    labels += Number(numDeletedRows)
    await tx.deleteFrom('accounting_lines').where('order_id', 'in', ids).execute()
    await tx.updateTable('messages').set({ order_id: null }).where('order_id', 'in', ids).execute()
    await returnBags(tx, ids)
    await tx.deleteFrom('orders').where('id', 'in', ids).execute()
  }
  await keepCounts(tx, shop, moved)
  const removed = { key: SALES_REMOVED, value: isoNow(shop.clock) }
  await tx
    .insertInto('shop_facts')
    .values(removed)
    .onConflict((before) => before.column('key').doUpdateSet(removed))
    .execute()
  return labels
}

/** The count in stock is the sum of the stock moves. If the deleted moves changed a sum, one new move replaces them. */
async function keepCounts(tx: Tx, shop: Shop, moved: ReadonlyMap<string, number>): Promise<void> {
  const at = isoNow(shop.clock)
  const moves = [...moved]
    .filter(([, qty]) => qty !== 0)
    .map(([size_id, qty]) => ({
      id: newId(shop.clock),
      size_id,
      order_id: null,
      qty,
      reason: 'edit' as const,
      at,
    }))
  if (moves.length > 0) await tx.insertInto('stock_moves').values(moves).execute()
}

/** Keeps demo customers who have become admins. */
async function removeUsers(tx: Tx, users: readonly string[]): Promise<void> {
  for (const ids of inBatches(users, BATCH))
    await tx.deleteFrom('users').where('id', 'in', ids).where('is_admin', '=', 0).execute()
}

/** Deletes products and works as an admin does: orders that contain them keep their lines. */
async function removeGoods(tx: Tx, shop: Shop): Promise<{ products: number; works: number }> {
  const now = isoNow(shop.clock)
  const deleted = await tx
    .updateTable('products')
    .set({ deleted_at: now })
    .where('id', 'in', untouchedProducts(tx).select('products.id'))
    .returning('id')
    .execute()
  const products = deleted.map(({ id }) => id)
  let works = 0
  for (const ids of inBatches(products, BATCH)) {
    await tx
      .updateTable('product_sizes')
      .set({ removed_at: now })
      .where('product_id', 'in', ids)
      .where('removed_at', 'is', null)
      .execute()
    works += (await tx.selectFrom('works').select('product_id').where('product_id', 'in', ids).execute())
      .length
  }
  return { products: products.length - works, works }
}

/** Deletes artists as an admin does, with their deleted works. */
async function removeArtists(tx: Tx): Promise<number> {
  const artists = await removableArtists(tx, 'deleted works').select('artists.id').execute()
  const ids = artists.map(({ id }) => id)
  for (const some of inBatches(ids, BATCH)) {
    await tx.deleteFrom('works').where('artist_id', 'in', some).execute()
    await tx.deleteFrom('artists').where('id', 'in', some).execute()
    await tx.deleteFrom('demo_rows').where('kind', '=', 'artists').where('id', 'in', some).execute()
  }
  return ids.length
}

async function removeMenu(tx: Tx, shop: Shop, admin: SignedIn): Promise<number> {
  const files = await demoMenuPages(tx)
  const removed = files.length > 0 ? await removeUnsavedPages(tx, shop, admin, files) : 0
  await tx.deleteFrom('demo_rows').where('kind', '=', 'menu_pages').execute()
  return removed
}

async function recordRemoval(tx: Tx, shop: Shop, admin: SignedIn, counts: DemoCounts): Promise<void> {
  const named = Object.entries({
    Orders: counts.orders,
    Replacements: counts.replacements,
    Labels: counts.labels,
    Customers: counts.customers,
    Reviews: counts.reviews,
    Messages: counts.messages,
    Subscriptions: counts.subscriptions,
    Newsletters: counts.newsletters,
    Subscribers: counts.subscribers,
    'Gift cards': counts.giftCards,
    'Discount codes': counts.codes,
    'Green coffee': counts.greenLots,
    Batches: counts.batches,
    'Wholesale accounts': counts.accounts,
    Events: counts.events,
    Products: counts.products,
    'Works of art': counts.works,
    Artists: counts.artists,
    'Pages of the menu': counts.menuPages,
  }).filter(([, count]) => count > 0)
  if (named.length === 0) return
  await logChange(tx, shop, admin, {
    subject: 'shop',
    name: 'Demo data',
    action: 'Removed',
    changes: named.map(([field, count]) => ({ field, before: String(count), after: '0' })),
  })
}

export const demoRoutes: Handlers<typeof demo> = {
  counts: ({ shop }) => demoState(shop),
  remove: ({ shop, user, body }) => removeDemo(shop, user, body),
}
