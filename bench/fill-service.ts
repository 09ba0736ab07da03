/** Fills in what follows an order: labels, refunds, disputes, differences with PayPal, and reviews. */
import type { Order, Person, Product } from './fill-orders.ts'
import type { Rows } from './insert.ts'
import { evenlySpacedTimes, randomNumbers } from './years.ts'

/** One in 50 paid orders has a refund, and one in 40 of the refunded orders has a dispute. */
export const REFUND_EVERY = 50
const DISPUTE_EVERY = 40
const FINDINGS = { open: 60, seen: 1000 }

/** Inserts the label of a parcel that was shipped. */
export async function addLabel(rows: Rows, { id, at, state }: Order): Promise<void> {
  await rows.add('labels', {
    id: `label-${id}`,
    order_id: id,
    state: 'bought',
    rate_id: `rate_${id}`,
    service: 'USPS Ground Advantage',
    cents: 700,
    ships: 1,
    transaction_id: `txn-${id}`,
    carrier: 'usps',
    tracking_number: `92${id}`,
    tracking_url: '',
    problem: '',
    actor_id: null,
    actor: 'Ann O’Neil',
    created_at: at,
    updated_at: at,
    bought_at: at,
    parcel: state === 'delivered' ? 'delivered' : 'transit',
    parcel_words: '',
    parcel_at: at,
    next_look_at: null,
    looks: 1,
  })
}

/** Inserts a refund of one unit of the order's first item without tax and shipping. Returns its cents. */
export async function addRefund(rows: Rows, { id, at, bought }: Order, count: number): Promise<void> {
  const { product } = bought[0]!
  const refund = `refund-${id}`
  await rows.add('refunds', {
    id: refund,
    payment_id: `pay-${id}`,
    amount_cents: product.cents,
    of_sale: 1,
    state: 'completed',
    reason: 'The bag was torn',
    request_id: refund,
    provider_refund_id: `PPR-${id}`,
    problem: null,
    actor: 'Ann O’Neil',
    created_at: at,
    updated_at: at,
    completed_at: at,
    restocked_at: null,
    goods_cents: product.cents,
    tax_cents: 0,
    shipping_cents: 0,
    goodwill_cents: 0,
    is_itemized: 1,
  })
  await rows.add('refund_items', {
    refund_id: refund,
    line: 0,
    qty: 1,
    goods_cents: product.cents,
  })
  if (count % DISPUTE_EVERY !== 0) return
  await rows.add('disputes', {
    id: `PP-D-${id}`,
    payment_id: `pay-${id}`,
    state: count % (10 * DISPUTE_EVERY) === 0 ? 'waiting_for_us' : 'won',
    reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
    amount_cents: product.cents,
    respond_by: null,
    opened_at: at,
    updated_at: at,
  })
}

/** Inserts differences with PayPal about some of these orders. Most of them are marked as seen. */
export async function addFindings(rows: Rows, paidOrders: string[]): Promise<void> {
  const count = Math.min(FINDINGS.open + FINDINGS.seen, paidOrders.length)
  let number = 0
  for (const { at, id } of evenlySpacedTimes(count)) {
    const order = paidOrders[number]!
    const isSeen = number++ < count - FINDINGS.open
    await rows.add('money_findings', {
      id,
      key: `returned:${order}`,
      kind: 'returned',
      order_id: order,
      payment_id: `pay-${order}`,
      product_id: null,
      capture_id: `CAP-${order}`,
      ours: 0,
      theirs: 500,
      found_at: at,
      seen_at: isSeen ? at : null,
      seen_by: isSeen ? 'Ann O’Neil' : null,
      note: isSeen ? 'Refunded by phone' : null,
    })
  }
}

/** Inserts reviews, each by another user of its product. A tenth of them are about the first product. */
export async function addReviews(
  rows: Rows,
  { people, products, count }: { people: Person[]; products: Product[]; count: number },
): Promise<void> {
  const random = randomNumbers(7)
  let number = 0
  for (const { at, id } of evenlySpacedTimes(count)) {
    const isOfFirst = number % 10 === 0
    const { id: user_id, name } = people[(isOfFirst ? number / 10 : number) % people.length]!
    const product = isOfFirst ? products[0]! : products[1 + (number % (products.length - 1))]!
    number++
    const isHidden = random(50) === 0
    await rows.add('reviews', {
      id,
      product_id: product.id,
      user_id,
      name,
      rating: 1 + random(5),
      comment: 'Sweet, clean, and good until the last sip. I will buy it again. '.repeat(1 + random(3)),
      created_at: at,
      hidden_at: isHidden ? at : null,
      hidden_by: isHidden ? 'Ann O’Neil' : null,
      hidden_reason: isHidden ? 'Advertising' : null,
    })
  }
}
