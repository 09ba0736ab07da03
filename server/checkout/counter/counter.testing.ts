/** Orders that staff place, as the desk sends them. */
import { VIENNA, type CartLines } from '#test/purchase.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

/** Someone who is not known to the shop. */
export const ANN = { name: 'Ann Counter', email: 'ann.counter@example.com' }

/** The body of an order whose buyer takes the goods along and pays in cash. */
export function takenAlong(orderItems: CartLines, more: object = {}) {
  const payment = { by: 'tender', tender: { kind: 'cash' } }
  return { via: 'counter', person: {}, orderItems, taken: true, payment, ...more }
}

/** Sells goods at the counter. Throws if that is refused. */
export async function soldAtCounter(
  staff: Visitor,
  orderItems: CartLines,
  more: object = {},
): Promise<Answer['body']> {
  const answer = await staff.post('/api/counter/orders', takenAlong(orderItems, more))
  if (answer.status !== 201) throw new Error(`Not sold: ${answer.text}`)
  return answer.body
}

/** The body of an order by phone that is shipped and paid with a mailed link. */
export async function byPhone(staff: Visitor, orderItems: CartLines, more: object = {}) {
  const request = { via: 'phone', person: ANN, orderItems, shippingAddress: VIENNA, ...more }
  const quoted = await staff.post('/api/counter/quotes', request)
  if (quoted.status !== 200) throw new Error(`No quote: ${quoted.text}`)
  const { quoteId } = quoted.body
  return { ...request, shippingQuote: { quoteId }, payment: { by: 'link', days: 3 } }
}
