/** Placing an order: prices, tax, shipping and stock are decided here, and written all or none. */
import type { Insertable } from 'kysely'
import type { Address } from '#shared/address.ts'
import type { Order, PlaceOrder } from '#shared/api/orders.ts'
import { priceCart, toCents, toDollars, type Totals } from '#shared/pricing.ts'
import { MINUTE, isoIn, isoNow, newId } from '../time/clock.ts'
import { allOrNone, type Step } from '../db/all-or-none.ts'
import { isUniqueViolation } from '../db/failures.ts'
import type { Db, OrderLineRow, OrderRow, ProductRow, QuoteRow, Schema } from '../db/schema.ts'
import { Refusal, badRequest, conflict } from '../errors.ts'
import { attemptOf, saveReply, findReply, type Attempt } from '../http/idempotency.ts'
import { receivedMail } from '../outbox/order-mail.ts'
import type { Visit } from '../http/serve.ts'
import type { Shop } from '../shop.ts'
import { mergeLines, requireShippable, type Line } from '../quotes/order-input.ts'
import { requireQuote } from '../quotes/quotes.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { guardHold, holderOf, takeTurns, type Holder } from './held.ts'
import { requireRoom } from './holding.ts'
import { toOrder } from './orders.ts'

const ASKED = { route: 'POST /api/orders', what: 'order' }
/** How often the goods are looked at while others change them; each time somebody else got what they wanted. */
const LOOKS = 5

/**
 * Places an order and takes its stock for the length of the hold. The same key with the same body answers the same
 * order again; with another body it is refused (422). Of `body`, ids, quantities, address, method and quote id are
 * used; totals that differ from the server's are answered with the fresh ones (409). An account or network that holds
 * too much without paying is refused (409 or 429, holding.ts); a mailbox that had many mails about such orders today
 * gets no further one.
 */
export async function placeOrder(
  shop: Shop,
  user: SignedIn,
  body: PlaceOrder,
  { idempotencyKey: key, device }: Pick<Visit, 'idempotencyKey' | 'device'>,
): Promise<Order> {
  const attempt = attemptOf(user, ASKED, key, body)
  const before = attempt && (await findReply<Order>(shop.db, attempt))
  if (before) return before

  const items = mergeLines(body.orderItems)
  const address = requireShippable(body.shippingAddress)
  const quote = await requireQuote(shop, user, body.shippingQuote.quoteId, items, address)
  try {
    const holder = holderOf(user._id, device.ip)
    const placed = await placeWish({ shop, user, holder, body, address, quote, items }, attempt)
    shop.crash('after-order-commit')
    shop.mailSignal.raise()
    return placed
  } catch (error) {
    // A twin with the same key was faster, and may have taken the last bag: its order is the order.
    const mayHaveTwin = attempt !== null && (isUniqueViolation(error) || error instanceof Refusal)
    const twin = mayHaveTwin && (await findReply<Order>(shop.db, attempt))
    if (twin) return twin
    throw error
  }
}

type Wish = {
  shop: Shop
  user: SignedIn
  holder: Holder
  body: PlaceOrder
  address: Address
  quote: QuoteRow
  items: Line[]
}

/**
 * Prices the order from the goods as they are now and writes it, if nothing it depends on has changed meanwhile. When
 * something has, reads everything again, and finds either the reason to refuse or the new price.
 */
async function placeWish(wish: Wish, attempt: Attempt | null): Promise<Order> {
  const { shop, user, holder, body, items, quote, address } = wish
  let isMailed: boolean | undefined
  for (let look = 1; look <= LOOKS; look++) {
    const products = await findGoods(shop.db, items)
    const totals = priceItems(items, products, quote, address)
    requireSameTotals(body, totals)
    await requireRoom(shop, holder, items, products)
    isMailed ??= await shop.limits.mayMail('order', user.email)
    const order = newOrder({ ...wish, products, totals })
    const unmet = await allOrNone(shop.db, [
      ...takeTurns(shop, holder),
      ...items.map((item) => takeStock(shop.db, item, products.get(item._id)!)),
      ...insertOrder(shop, order),
      ...(isMailed ? [{ query: receivedMail(shop.db, shop, order.row) }] : []),
      ...guardHold(shop, holder, order.row.id),
      ...(attempt ? [{ query: saveReply(shop.db, shop.clock, attempt, order.reply) }] : []),
    ])
    if (unmet) continue
    for (const { _id, qty } of items)
      shop.changed({ tag: 'Product', id: _id, stock: products.get(_id)!.count_in_stock > qty })
    return order.reply
  }
  throw conflict('The prices or the stock of these goods are just being changed. Please try again')
}

type Goods = Pick<
  ProductRow,
  'id' | 'name' | 'image' | 'category' | 'size_grams' | 'price_cents' | 'count_in_stock'
>

/** The goods wished for, by id. Throws 409 when one is not on sale, or too little of it is left. */
async function findGoods(db: Db, items: Line[]): Promise<Map<string, Goods>> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'image', 'category', 'size_grams', 'price_cents'])
    .select(['count_in_stock', 'deleted_at', 'is_draft'])
    .where(
      'id',
      'in',
      items.map((item) => item._id),
    )
    .execute()
  const products = new Map(rows.map((row) => [row.id, row]))
  for (const { _id, qty } of items) {
    const product = products.get(_id)
    if (!product || product.deleted_at !== null || product.is_draft) {
      throw outOfStock(_id, 0, `${product?.name ?? 'A product in your cart'} is no longer on sale`)
    }
    const { name, count_in_stock: left } = product
    if (left < qty) {
      throw outOfStock(
        _id,
        left,
        left === 0 ? `${name} is out of stock` : `Only ${left} of ${name} left in stock`,
      )
    }
  }
  return products
}

function outOfStock(productId: string, countInStock: number, message: string): Refusal {
  return conflict(message, { code: 'stock', productId, countInStock })
}

/**
 * One conditional update per line, in id order: whoever comes second finds too little, and nobody deadlocks.
 * The totals were reckoned from the price, so it must not have changed either.
 */
function takeStock(db: Db, { _id, qty }: Line, { price_cents }: Goods): Step {
  return {
    query: db
      .updateTable('products')
      .set((eb) => ({ count_in_stock: eb('count_in_stock', '-', qty), version: eb('version', '+', 1) }))
      .where('id', '=', _id)
      .where('count_in_stock', '>=', qty)
      .where('price_cents', '=', price_cents)
      .where('deleted_at', 'is', null)
      .where('is_draft', '=', 0),
    rows: 1,
  }
}

function priceItems(items: Line[], products: Map<string, Goods>, quote: QuoteRow, address: Address): Totals {
  const lines = items.map(({ _id, qty }) => ({ priceCents: products.get(_id)!.price_cents, qty }))
  const totals = priceCart(lines, quote.cents, address.state)
  if (totals.totalCents === 0) throw badRequest('An order must come to more than $0.00')
  return totals
}

function requireSameTotals(body: PlaceOrder, totals: Totals): void {
  const fresh = {
    itemsPrice: toDollars(totals.itemsCents),
    shippingPrice: toDollars(totals.shippingCents),
    taxPrice: toDollars(totals.taxCents),
    totalPrice: toDollars(totals.totalCents),
  }
  for (const [name, value] of Object.entries(fresh)) {
    const shown = body[name as keyof typeof fresh]
    if (shown !== undefined && toCents(Number(shown)) !== toCents(value)) {
      throw conflict('Prices have changed. Please check the new total', { code: 'prices', ...fresh })
    }
  }
}

type Placing = Wish & { products: Map<string, Goods>; totals: Totals }

type NewOrder = {
  row: OrderRow
  lines: OrderLineRow[]
  moves: Insertable<Schema['stock_moves']>[]
  placed: Insertable<Schema['order_history']>
  reply: Order
}

/** The rows of an order, and how the wire carries them. */
function newOrder(placing: Placing): NewOrder {
  const { shop, user } = placing
  const row = orderRow(placing)
  const lines = orderLines(placing, row.id)
  const at = row.created_at
  const moves = lines.map(({ product_id, qty }) => ({
    id: newId(shop.clock),
    product_id,
    order_id: row.id,
    qty: -qty,
    reason: 'order' as const,
    at,
  }))
  const placed = { id: newId(shop.clock), order_id: row.id, at, actor: user.name, event: 'Order placed' }
  return { row, lines, moves, placed, reply: toOrder(shop, row, lines, [placed], null) }
}

function insertOrder(shop: Shop, { row, lines, moves, placed }: NewOrder): Step[] {
  const { db } = shop
  return [
    { query: db.insertInto('orders').values(row) },
    { query: db.insertInto('order_lines').values(lines) },
    { query: db.insertInto('stock_moves').values(moves) },
    { query: db.insertInto('order_history').values(placed) },
  ]
}

function orderRow({ shop, user, body, address, quote, totals }: Placing): OrderRow {
  return {
    id: newId(shop.clock),
    user_id: user._id,
    buyer_name: user.name,
    buyer_email: user.email,
    state: 'pending',
    address: address.address,
    address2: address.address2,
    city: address.city,
    ship_state: address.state,
    postal_code: address.postalCode,
    country: address.country,
    payment_method: body.paymentMethod,
    shipment_id: quote.shipment_id,
    rate_id: quote.rate_id,
    shipping_service: `${quote.provider} ${quote.service}`,
    items_cents: totals.itemsCents,
    shipping_cents: totals.shippingCents,
    tax_cents: totals.taxCents,
    total_cents: totals.totalCents,
    created_at: isoNow(shop.clock),
    reserved_until: isoIn(shop.clock, shop.config.holdMinutes * MINUTE),
    paid_at: null,
    shipped_at: null,
    delivered_at: null,
    closed_at: null,
  }
}

function orderLines({ body, items, products }: Placing, orderId: string): OrderLineRow[] {
  const wished = body.orderItems.map((item) => item._id)
  return items.map(({ _id, qty }) => {
    const product = products.get(_id)!
    return {
      order_id: orderId,
      product_id: _id,
      position: wished.indexOf(_id),
      name: product.name,
      image: product.image,
      category: product.category,
      size_grams: product.size_grams,
      price_cents: product.price_cents,
      qty,
    }
  })
}
