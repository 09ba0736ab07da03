/** Orders that charge a saved payment method. PayPal captures them when they are created, without the buyer. */
import {
  type CallInput,
  type Context,
  createOrder,
  header,
  newOrder,
  parse,
  refuse,
  type Reply,
  requestedDetail,
  take,
} from './orders.ts'
import { orderAnswer } from './representation.ts'
import { requestOf } from './store.ts'
import { isJson, orderProblems } from './validate.ts'

/** `POST /v2/checkout/orders`, with or without a saved payment method. */
export function createOrCharge(context: Context, input: CallInput): Reply {
  const body = parse(input.body)
  const requestId = header(input, 'paypal-request-id')
  const isKnown = requestId !== null && context.store.findByRequestId(requestId) !== null
  if (isKnown || requestId === null || !isJson(body) || orderProblems(body).length > 0)
    return createOrder(context, input)
  const order = newOrder(context, body, requestId)
  const wallet = requestOf(order).payment_source?.paypal
  if (wallet?.vault_id === undefined) return createOrder(context, input)

  const token = context.vault.token(wallet.vault_id)
  if (!token) return refuse(context, [{ issue: 'TOKEN_ID_NOT_FOUND' }])
  // A shop that charges without the buyer must declare this. Otherwise PayPal waits for the buyer's approval.
  if (wallet.stored_credential?.payment_initiator !== 'MERCHANT') return createOrder(context, input)
  const earlier = token.declined.find(([id]) => id === requestId)
  if (earlier) return refuse(context, [{ issue: earlier[1] }])
  const isPaid = requestOf(order).purchase_units.some(
    ({ invoice_id: id }) => id !== undefined && context.store.isInvoicePaid(id, order.id),
  )
  if (isPaid) return refuse(context, [{ issue: 'DUPLICATE_INVOICE_ID' }])
  if (token.next !== 'accept' && token.next !== 'pending') {
    context.vault.change(token, { declined: [...token.declined, [requestId, token.next]] })
    return refuse(context, [{ issue: token.next }])
  }
  const choice = token.next === 'pending' ? 'pending' : 'approve'
  context.store.add({ ...order, choice })
  const stored = context.store.find(order.id)!
  take(context, stored, choice === 'pending' ? 'PENDING' : 'COMPLETED')
  return { status: 201, body: orderAnswer(stored, context.site, requestedDetail(input)) }
}
