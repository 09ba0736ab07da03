/** Generates years of orders, most of them delivered. */
import { sql } from 'kysely'
import { priceCart } from '#shared/kernel/pricing.ts'
import { ORDER_NUMBERS, orderNumberAt } from '#shared/checkout/order-number.ts'
import { addFindings, addLabel, addRefund, REFUND_EVERY } from './fill-service.ts'
import type { Rows } from './insert.ts'
import { randomNumbers, evenlySpacedTimes } from './years.ts'

export type Person = { id: string; name: string; email: string }
export type Product = {
  id: string
  name: string
  image: string
  category: string
  size: number | null
  cents: number
}

type State = 'delivered' | 'shipped' | 'paid' | 'pending' | 'cancelled' | 'expired'

const STATES: State[] = [
  ...Array<State>(14).fill('delivered'),
  ...(['shipped', 'paid', 'cancelled', 'expired', 'expired', 'pending'] as const),
]

type Bought = { product: Product; qty: number }
export type Order = {
  id: string
  number: string
  at: string
  state: State
  buyer: Person
  bought: Bought[]
  cents: number
  isRefunded: boolean
}
type RandomBelow = (below: number) => number

/**
 * Inserts the orders with their lines, stock moves, history, payment and mail. Then inserts the stock before the first
 * order.
 */
export async function addOrders(
  rows: Rows,
  { people, products, orders }: { people: Person[]; products: Product[]; orders: number },
): Promise<void> {
  const random = randomNumbers(6)
  let count = 0
  const paid: string[] = []
  for (const { at, id } of evenlySpacedTimes(orders)) {
    // The factor is coprime to ORDER_NUMBERS, so no number occurs twice. It spreads the numbers as if they were random.
    const number = orderNumberAt((39_916_801 * count++) % ORDER_NUMBERS)
    const state = STATES[random(STATES.length)]!
    const buyer = people[random(people.length)]!
    const first = random(products.length)
    const bought = [0, 1 + random(products.length - 1)].map((step) => ({
      product: products[(first + step) % products.length]!,
      qty: 1 + random(3),
    }))
    const cents = await addOrder(rows, random, { id, number, at, state, buyer, bought })
    const isRefunded = isPaid(state) && paid.length % REFUND_EVERY === 0
    const order = { id, number, at, state, buyer, bought, cents, isRefunded }
    await addDetails(rows, order)
    if (isRefunded) await addRefund(rows, order, paid.length / REFUND_EVERY)
    if (isPaid(state)) paid.push(id)
  }
  await addFindings(rows, paid)
  await rows.flush()
  await openingMoves(rows, products)
}

async function addOrder(
  rows: Rows,
  random: RandomBelow,
  { id, number, at, state, buyer, bought }: Omit<Order, 'cents' | 'isRefunded'>,
): Promise<number> {
  const shipState = random(2) === 0 ? 'VA' : 'MD'
  const lines = bought.map(({ product, qty }) => ({ priceCents: product.cents, qty }))
  const totals = priceCart(lines, 500 + 25 * random(40), shipState)
  const paid = isPaid(state)
  await rows.add('orders', {
    id,
    number,
    user_id: buyer.id,
    buyer_name: buyer.name,
    buyer_email: buyer.email,
    state,
    address: `${1 + random(900)} Maple Avenue E`,
    address2: '',
    city: 'Vienna',
    ship_state: shipState,
    postal_code: '22180',
    country: 'US',
    payment_method: 'PayPal',
    shipment_id: `shp_${id}`,
    rate_id: `rate_${id}`,
    shipping_service: 'USPS Ground Advantage',
    items_cents: totals.itemsCents,
    shipping_cents: totals.shippingCents,
    tax_cents: totals.taxCents,
    total_cents: totals.totalCents,
    quoted_cents: totals.shippingCents,
    roasts_on: null,
    ships_on: null,
    arrives_from: null,
    arrives_to: null,
    created_at: at,
    reserved_until: state === 'pending' ? '2099-01-01T00:00:00.000Z' : at,
    paid_at: paid ? at : null,
    shipped_at: paid && state !== 'paid' ? at : null,
    delivered_at: state === 'delivered' ? at : null,
    closed_at: state === 'cancelled' || state === 'expired' ? at : null,
  })
  return totals.totalCents
}

/** Inserts the lines, stock moves, history, payment and mail of an order. */
async function addDetails(rows: Rows, order: Order): Promise<void> {
  const { id, at, state, buyer, bought, cents, isRefunded } = order
  for (const [position, { product, qty }] of bought.entries()) {
    const { name, image, category, size: size_grams, cents: price_cents } = product
    const line = {
      order_id: id,
      position,
      product_id: product.id,
      size_id: product.id,
      name,
      image,
      category,
      size_label: '',
      size_grams,
      sku: '',
      grind: '',
      price_cents,
      qty,
    }
    await rows.add('order_lines', line)
    const move = { size_id: product.id, order_id: id, at }
    await rows.add('stock_moves', { ...move, id: `${id}-${position}`, qty: -qty, reason: 'order' })
    if (state === 'cancelled' || state === 'expired')
      await rows.add('stock_moves', { ...move, id: `${id}-${position}r`, qty, reason: 'return' })
  }
  for (const [step, event] of ['Placed', 'Paid', 'Shipped', 'Delivered'].slice(0, STEPS[state]).entries())
    await rows.add('order_history', { id: `${id}-${step}`, order_id: id, at, actor: buyer.name, event })
  if (STEPS[state] < 2) return
  await rows.add('payments', {
    id: `pay-${id}`,
    order_id: id,
    provider: 'paypal',
    provider_order_id: `PP-${id}`,
    state: 'completed',
    amount_cents: cents,
    currency: 'USD',
    create_request_id: `create-${id}`,
    attempt: 1,
    capture_request_id: `capture-${id}`,
    capture_id: `CAP-${id}`,
    payer_email: buyer.email,
    problem: null,
    captured_cents: cents,
    returned_cents: isRefunded ? bought[0]!.product.cents : 0,
    captured_at: at,
    reread_at: at,
    created_at: at,
    updated_at: at,
  })
  await rows.mail({ id: `mail-${id}`, at, key: `paid:${id}`, recipient: buyer.email, subject: 'Your order' })
  if (state !== 'paid') await addLabel(rows, order)
}

function isPaid(state: State): boolean {
  return STEPS[state] >= 2
}

const STEPS: Record<State, number> = {
  pending: 1,
  cancelled: 1,
  expired: 1,
  paid: 2,
  shipped: 3,
  delivered: 4,
}

/** Inserts opening stock moves, so that the sum of a size's moves is its count in stock. */
async function openingMoves(rows: Rows, products: Product[]): Promise<void> {
  const { rows: needed } = await sql<{ id: string; qty: number }>`
    select s.id, s.count_in_stock - coalesce(sum(m.qty), 0) as qty
    from product_sizes s left join stock_moves m on m.size_id = s.id
    group by s.id, s.count_in_stock`.execute(rows.db)
  const at = evenlySpacedTimes(products.length).next().value!.at
  for (const { id, qty } of needed) {
    if (qty === 0) continue
    const move = { size_id: id, order_id: null, qty, reason: 'opening' as const, at }
    await rows.add('stock_moves', { ...move, id: `opening-${id}` })
  }
}
