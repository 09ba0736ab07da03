/** The buyer's approval: in PayPal's windows, in the sheets of Apple and Google, and by `confirm-payment-source`. */
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { isJson, parseJson, type Reply } from '../server.ts'
import { giveAddress } from './addresses.ts'
import { orderAnswer, statusOf } from './answers.ts'
import type { Problem } from './issues.ts'
import { refuse, requestedDetail, unknownOrder, type CallInput, type Context } from './orders.ts'
import { requestOf, type Approval, type Choice, type StoredOrder } from './store.ts'
import { approvalOf, BANK_ANSWERS, SOURCE_OF, takes, type BankAnswer } from './sources.ts'

/** The buyer's choice. PayPal sends an event once the order is approved. */
export function approve(context: Context, order: StoredOrder, choice: Choice, approval?: Approval): void {
  // A choice without a method is one in PayPal's account.
  const kept = approval ?? approvalOf('paypal')
  giveAddress(context.store, order)
  context.store.change(order, { choice, isDeclined: false, approval: kept })
  emitApproved(context, order)
}

function emitApproved({ emit, site }: Context, order: StoredOrder): void {
  if (statusOf(order, requestOf(order)) === 'APPROVED')
    emit('CHECKOUT.ORDER.APPROVED', 'checkout-order', orderAnswer(order, site, 'full'))
}

/** The answer of the bank that 3-D Secure asked. After `failed` the order stays unapproved, as with PayPal's own window. */
export function answerBank(context: Context, order: StoredOrder, answer: BankAnswer): void {
  if (!order.approval) return
  const authentication = BANK_ANSWERS[answer]
  const choice = answer === 'failed' ? null : order.choice
  context.store.change(order, { choice, approval: { ...order.approval, authentication } })
  emitApproved(context, order)
}

/** Why an order cannot be paid with a method; null if it can. */
export function obstacleTo(order: StoredOrder, method: PayMethod): Problem | null {
  if (order.capture) return { issue: 'ORDER_CANNOT_BE_CONFIRMED' }
  return takes(requestOf(order), method) ? null : { issue: 'PAYMENT_SOURCE_CANNOT_BE_USED' }
}

/**
 * `POST /v2/checkout/orders/{id}/confirm-payment-source`. As in PayPal's own sandbox, the name of a card's holder chooses
 * what happens: `CCREJECT` is declined (https://developer.paypal.com/tools/sandbox/card-testing/). A card with the
 * verification method SCA_ALWAYS needs an answer of the bank.
 */
export function confirmOrder(context: Context, id: string, input: CallInput): Reply {
  const order = context.store.find(id)
  if (!order) return unknownOrder(context)
  const body = parseJson(input.body)
  if (!isJson(body)) return refuse(context, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  const { payment_source: source } = body
  if (!isJson(source))
    return refuse(context, [{ issue: 'MISSING_REQUIRED_PARAMETER', field: '/payment_source' }])
  const problem = sourceProblem(source, context.now())
  if (problem) return refuse(context, [problem])
  const [method] = Object.keys(source) as [PayMethod]
  const obstacle = obstacleTo(order, method) ?? wrongAmount(order, source)
  if (obstacle) return refuse(context, [obstacle])
  if (statusOf(order, requestOf(order)) === 'APPROVED')
    return refuse(context, [{ issue: 'PAYMENT_ALREADY_APPROVED' }])
  const details = source[method] as Record<string, unknown>
  const isDeclined = textIn(details, 'name').startsWith('CCREJECT')
  approve(context, order, isDeclined ? 'decline' : 'approve', approvalFor(method, details))
  return { status: 200, body: orderAnswer(order, context.site, requestedDetail(input)) }
}

function approvalFor(method: PayMethod, details: Record<string, unknown>): Approval {
  const card = isJson(details['card']) ? details['card'] : details
  const digits = (textIn(card, 'number') || textIn(card, 'last_digits')).slice(-4)
  const verification = isJson(card['attributes']) ? card['attributes']['verification'] : undefined
  const asksBank = isJson(verification) && verification['method'] === 'SCA_ALWAYS'
  const usual = approvalOf(method)
  return {
    ...usual,
    card: usual.card && {
      ...usual.card,
      ...(digits === '' ? {} : { last_digits: digits }),
      ...(typeof card['brand'] === 'string' ? { brand: card['brand'] } : {}),
    },
    authentication: asksBank ? 'open' : null,
  }
}

/** Apple's token has the amount that the buyer has seen. */
function wrongAmount(order: StoredOrder, { apple_pay: apple }: Record<string, unknown>): Problem | null {
  const token = isJson(apple) ? apple['decrypted_token'] : undefined
  const seen = isJson(token) ? token['transaction_amount'] : undefined
  if (!isJson(seen)) return null
  const [unit] = requestOf(order).purchase_units
  return seen['value'] === unit?.amount.value ? null : { issue: 'APPLE_PAY_AMOUNT_MISMATCH' }
}

const KNOWN: ReadonlySet<string> = new Set(Object.values(SOURCE_OF))

function sourceProblem(source: Record<string, unknown>, now: number): Problem | null {
  const names = Object.keys(source)
  if (names.length === 0) return { issue: 'NO_PAYMENT_SOURCE_PROVIDED' }
  if (names.length > 1) return { issue: 'ONLY_ONE_PAYMENT_SOURCE_ALLOWED' }
  const [name = ''] = names
  const details = source[name]
  const field = `/payment_source/${name}`
  if (!KNOWN.has(name)) return { issue: 'PAYMENT_SOURCE_CANNOT_BE_USED' }
  if (!isJson(details)) return { issue: 'INVALID_PARAMETER_SYNTAX', field }
  if (details['name'] !== undefined && !isText(details['name'], 300))
    return { issue: 'INVALID_STRING_LENGTH', field: `${field}/name` }
  return name === 'card' ? cardProblem(details, now) : null
}

/** The rules of `card_request` for a card without a saved payment method. */
function cardProblem(card: Record<string, unknown>, now: number): Problem | null {
  const at = '/payment_source/card'
  const { number, expiry, security_code: code } = card
  if (card['vault_id'] !== undefined) return null
  if (number === undefined) return { issue: 'CARD_NUMBER_REQUIRED', field: `${at}/number` }
  if (expiry === undefined) return { issue: 'CARD_EXPIRY_REQUIRED', field: `${at}/expiry` }
  const isWrong = [
    [number, /^[0-9]{13,19}$/],
    [expiry, /^[0-9]{4}-(0[1-9]|1[0-2])$/],
    [code ?? '000', /^[0-9]{3,4}$/],
  ].some(([value, pattern]) => typeof value !== 'string' || !(pattern as RegExp).test(value))
  if (isWrong) return { issue: 'INVALID_PARAMETER_SYNTAX', field: at }
  const month = new Date(now).toISOString().slice(0, 7)
  return textIn(card, 'expiry') < month ? { issue: 'CARD_EXPIRED', field: `${at}/expiry` } : null
}

/** A field if it is a text; otherwise empty. */
function textIn(fields: Record<string, unknown>, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

function isText(value: unknown, most: number): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= most
}
