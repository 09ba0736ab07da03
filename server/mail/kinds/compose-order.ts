/** Writes an email about an order when it is sent, from the rows of that moment. */
import type { Order } from '#shared/checkout/api/orders.ts'
import type { OrderMail } from '#shared/platform/mails/orders.ts'
import type { OrderRow } from '#server/kernel/db/schema.ts'
import { allGuides } from '#server/content/brew-guides/brew-guides.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { notFound } from '#server/kernel/errors.ts'
import { unreviewedInOrder } from '#server/catalog/products/reviews/reviews.ts'
import { readGoods, readOrder } from '#server/checkout/orders/read/order.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { AboutOrder } from '#server/platform/outbox/row.ts'
import { orderLinkPath, signOrderLink } from '#server/platform/sessions/guests.ts'
import { businessOf, inboxOf } from '#server/platform/settings/current.ts'
import { partsOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { barOf } from '#server/roastery/delivery/schedule.ts'
import { introductionsOf } from './introduction.ts'
import { HIDDEN_TOKEN, type TokenSource } from './mail-links.ts'
import type { OrderContext } from './order-parts.ts'
import { ORDER_KINDS, orderContent } from './orders.ts'
import { renderMail, type MailBody, type MailContent } from './template.ts'

/** Returns the mail. Null if the order is deleted, or if the mail no longer applies. */
export async function aboutOrder(
  shop: Shop,
  kind: OrderMail,
  about: AboutOrder,
  tokenOf: TokenSource,
): Promise<MailContent | null> {
  const { isWhole, isAtBar, applies } = ORDER_KINDS[kind]
  const found = await (isWhole ? readWhole(shop, about.order) : readGoods(shop, about.order))
  if (!found) return null
  const { row, order } = found
  const unreviewed = kind === 'order-review' ? await unreviewedInOrder(shop.db, row.id) : []
  if (applies && !applies({ row, unreviewed })) return null
  // Handed over or changed back since the mail was queued.
  if (isAtBar && (row.state !== 'paid' || row.ready_at === null)) return null
  return writeOrder(shop, kind, { about, row, order, unreviewed }, tokenOf)
}

/**
 * The mail about a new date before it is sent, with the number of the order. Throws 404.
 * @param dates the new dates
 */
export async function composeMoved(
  shop: Shop,
  about: AboutOrder,
  dates: Pick<Order, 'delivery' | 'pickup'>,
): Promise<MailBody & { order: Order }> {
  const found = await readGoods(shop, about.order)
  if (!found) throw notFound('Order')
  const order = { ...found.order, ...dates }
  const written = { about, row: found.row, order, unreviewed: [] }
  const content = await writeOrder(shop, 'order-moved', written, async () => HIDDEN_TOKEN)
  return { ...(await renderMail(shop, content)), order }
}

type Written = Pick<OrderContext, 'unreviewed'> & { about: AboutOrder; row: OrderRow; order: Order }

async function writeOrder(
  shop: Shop,
  kind: OrderMail,
  { about, row, order, unreviewed }: Written,
  tokenOf: TokenSource,
): Promise<MailContent> {
  return orderContent(kind, {
    texts: kind === 'order-to-ship' ? {} : await introductionsOf(shop, kind),
    business: await businessOf(shop),
    bar: await barOf(shop),
    row,
    order,
    origin: originOf(shop.config),
    link: await orderLink(shop, row, kind, tokenOf),
    inbox: (await inboxOf(shop)).replyTo,
    isTrial: shop.providers.payments.mode === 'sandbox',
    cents: about.cents ?? 0,
    refund: order.refunds.find(({ _id }) => _id === about.refund) ?? null,
    moved: about.moved ?? null,
    today: nowAt(shop.clock).day,
    guides: await shop.cached('BrewGuide', allGuides),
    unreviewed,
    parts: await partsOf(shop),
  })
}

async function readWhole(shop: Shop, id: string): Promise<{ row: OrderRow; order: Order } | null> {
  const row = await shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { row, order: await readOrder(shop, row) } : null
}

/**
 * The URL of an order. For a guest it contains a token, until an account adopts the order; not in the mail to the shop.
 */
async function orderLink(
  shop: Shop,
  row: Pick<OrderRow, 'id' | 'user_id' | 'is_guest'>,
  kind: OrderMail,
  tokenOf: TokenSource,
): Promise<string> {
  const origin = originOf(shop.config)
  if (!row.is_guest || row.user_id !== null || kind === 'order-to-ship') return `${origin}/order/${row.id}`
  return origin + orderLinkPath(row.id, await tokenOf(() => signOrderLink(shop, row.id)))
}
