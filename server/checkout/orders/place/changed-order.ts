/**
 * When a buyer changes an unpaid order, one transaction cancels the old order and places the new one. Between the two, no
 * other buyer can take the last bag, the code or the gift card. If the new order is refused, the old one stays as it was.
 */
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import { Refusal, conflict, notFound } from '#server/kernel/errors.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import type { Shop } from '#server/platform/shop.ts'
import { buyerWithLink, type Buyer } from '#server/platform/sessions/guests.ts'
import { tellChangedDays } from '#server/roastery/delivery/bookings.ts'
import { moveOf } from '../../gift-cards/card-moves.ts'
import type { Spending } from '../../gift-cards/spend.ts'
import type { SizeTotal } from '../../quotes/goods.ts'
import { note } from '../history.ts'
import { findOrder } from '../read/order.ts'
import type { Priced } from './price-order.ts'
import { stockMovedSteps } from '#server/platform/webhooks/events.ts'

export type ChangedOrder = {
  id: string
  /** Its state, if it is not unpaid: an account can change what it ordered on credit. */
  from?: 'paid'
  /** The pieces that it took from stock, by size, and their products. */
  taken: { sizeId: string; productId: string; qty: number }[]
  /** The discount code that it uses; null if there is none. */
  codeId: string | null
  /** The gift cards whose money it holds. */
  cards: { card_id: string; cents: number }[]
}

/**
 * The unpaid order that a request replaces. Null if it names none, or if that order is closed already. Throws 404 with the
 * code `changed-order` if it is not the buyer's, and 409 with the code `bought` if it is paid or being confirmed.
 */
export async function changedOrderOf(
  shop: Shop,
  user: Buyer,
  { changes }: Pick<PlaceOrder, 'changes'>,
): Promise<ChangedOrder | null> {
  if (!changes) return null
  const { order: id, link } = changes
  const order = await findOwn(shop, user, id, link)
  if (order.state === 'cancelled' || order.state === 'expired') return null
  if (order.state !== 'pending')
    throw conflict('Your order is paid, or its payment is being confirmed', { code: 'bought', order: id })
  const [taken, code, cards] = await Promise.all([
    takenBy(shop.db, id),
    shop.db
      .selectFrom('discount_uses')
      .select('code_id')
      .where('order_id', '=', id)
      .where('released_at', 'is', null)
      .executeTakeFirst(),
    shop.db
      .selectFrom('gift_card_uses')
      .innerJoin('gift_cards', 'gift_cards.id', 'gift_card_uses.card_id')
      // If the owner has replaced the card since, its balance is returned to the new card.
      .select((eb) => [
        eb.fn.coalesce('replaced_by', 'gift_card_uses.card_id').as('card_id'),
        'gift_card_uses.cents',
      ])
      .where('gift_card_uses.order_id', '=', id)
      .where('gift_card_uses.state', '=', 'held')
      .execute(),
  ])
  return { id, taken, codeId: code?.code_id ?? null, cards }
}

/** The pieces that an order took from stock. */
export async function takenBy(db: Db, id: string): Promise<ChangedOrder['taken']> {
  const moves = await db
    .selectFrom('stock_moves')
    .innerJoin('product_sizes', 'product_sizes.id', 'stock_moves.size_id')
    .select(['size_id', 'product_id', 'qty'])
    .where('order_id', '=', id)
    .where('reason', '=', 'order')
    .execute()
  return moves.map(({ size_id, product_id, qty }) => ({ sizeId: size_id, productId: product_id, qty: -qty }))
}

async function findOwn(shop: Shop, user: Buyer, id: string, link: string | undefined) {
  try {
    const account = user._id === null ? null : user
    const buyer = link === undefined ? user : await buyerWithLink(shop, account, id, link)
    const order = await findOrder(shop, buyer, id)
    if (order.is_gift_card || order.user_id !== buyer._id) throw notFound('Order')
    return order
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(404, error.message, { code: 'changed-order' })
  }
}

/** The sizes of the new order, with the pieces of the changed one as stock. */
export function withTaken(sizes: readonly SizeTotal[], changed: ChangedOrder | null): SizeTotal[] {
  const own = (sizeId: string) => changed?.taken.find((one) => one.sizeId === sizeId)?.qty ?? 0
  return sizes.map((size) => (size.isRoastedToOrder ? size : { ...size, left: size.left + own(size.sizeId) }))
}

/**
 * The steps that close the order and return its goods, before the new order takes them. The first must change one row.
 * @param sizes those of the new order: the products of both orders are locked together, sorted by id, to prevent deadlocks
 */
export function closeChanged(
  shop: Shop,
  user: Buyer,
  { id, taken, from }: ChangedOrder,
  sizes: readonly SizeTotal[],
): Step[] {
  const { db, clock } = shop
  const at = isoNow(clock)
  const own = new Set(taken.map(({ productId }) => productId))
  const products = inOrder([...own, ...sizes.map(({ productId }) => productId)])
  const moves = taken.map(({ sizeId, qty }) => ({
    id: newId(clock),
    size_id: sizeId,
    order_id: id,
    qty,
    reason: 'return' as const,
    at,
  }))
  return [
    {
      query: db
        .updateTable('orders')
        .set({ state: 'cancelled', closed_at: at, paid_at: null })
        .where('id', '=', id)
        .where('state', '=', from ?? 'pending'),
      rows: 1,
    },
    ...products.map((product) => ({
      query: db
        .updateTable('products')
        .set((eb) => ({ version: eb('version', '+', own.has(product) ? 1 : 0) }))
        .where('id', '=', product),
    })),
    ...taken.map(({ sizeId, qty }) => ({
      query: db
        .updateTable('product_sizes')
        .set((eb) => ({ count_in_stock: eb('count_in_stock', '+', qty) }))
        .where('id', '=', sizeId),
    })),
    ...(moves.length > 0 ? [{ query: db.insertInto('stock_moves').values(moves) }] : []),
    ...stockMovedSteps(db, shop, moves),
    { query: note(db, shop, id, user.name, 'Changed at the checkout') },
  ]
}

/** After the commit: the goods and the roast days of the order may be free for others. */
export async function tellChanged(shop: Shop, { id, taken }: ChangedOrder): Promise<void> {
  for (const productId of new Set(taken.map((one) => one.productId)))
    shop.changed({ tag: 'Product', id: productId })
  await tellChangedDays(shop, id)
}

/**
 * The steps that free the code and the gift cards of the order, before the new order takes them, and after all stock. The
 * codes and then the cards of both orders are locked together, sorted by id.
 * @param next the code and the cards of the new order
 */
export function freeChanged(
  shop: Shop,
  changed: ChangedOrder,
  next: { used: Priced['used']; spending: Spending },
): Step[] {
  const { db } = shop
  const used = next.used && 'row' in next.used ? next.used.row.id : null
  const codes = [changed.codeId, used].filter((id) => id !== null)
  const cards = [...changed.cards.map(({ card_id: id }) => id), ...next.spending.map(({ card }) => card.id)]
  return [
    ...inOrder(codes).map((id) => ({
      query: db
        .updateTable('discount_codes')
        .set((eb) => ({ used: eb.ref('used') }))
        .where('id', '=', id),
    })),
    ...freeCode(shop, changed),
    ...inOrder(cards).map((id) => ({
      query: db
        .updateTable('gift_cards')
        .set((eb) => ({ balance_cents: eb.ref('balance_cents') }))
        .where('id', '=', id),
    })),
    ...freeCards(shop, changed),
  ]
}

function inOrder(ids: readonly string[]): string[] {
  return [...new Set(ids)].toSorted()
}

function freeCode({ db, clock }: Shop, { id, codeId }: ChangedOrder): Step[] {
  if (codeId === null) return []
  const use = db
    .updateTable('discount_uses')
    .set({ released_at: isoNow(clock) })
    .where('order_id', '=', id)
    .where('released_at', 'is', null)
  const code = db
    .updateTable('discount_codes')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('id', '=', codeId)
  return [{ query: use, rows: 1 }, { query: code }]
}

function freeCards(shop: Shop, { id, cards }: ChangedOrder): Step[] {
  const { db } = shop
  if (cards.length === 0) return []
  const uses = db
    .updateTable('gift_card_uses')
    .set({ state: 'released' })
    .where('order_id', '=', id)
    .where('state', '=', 'held')
  return [
    { query: uses, rows: cards.length },
    ...cards.flatMap(({ card_id, cents }) => [
      {
        query: db
          .updateTable('gift_cards')
          .set((eb) => ({ balance_cents: eb('balance_cents', '+', cents) }))
          .where('id', '=', card_id)
          .where('replaced_by', 'is', null),
        rows: 1,
      },
      {
        query: db
          .insertInto('gift_card_moves')
          .values(moveOf(shop, { card_id, cents, kind: 'released', order_id: id, actor: 'The shop' })),
      },
    ]),
  ]
}
