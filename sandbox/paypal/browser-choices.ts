/** What the buyer chooses in a window or a sheet of the sandbox. */
import { PAY_METHODS, type PayMethod } from '#shared/platform/pay-methods.ts'
import type { Reply } from '../server.ts'
import { message } from '../web.ts'
import type { PaypalSandbox } from './paypal.ts'
import { BANK_ANSWERS, type BankAnswer } from './sources.ts'
import type { Approval, Choice } from './store.ts'

type How = { choice: Choice; approval: Partial<Approval> }

/** The choices of the windows and sheets, apart from canceling. A challenge of a card is a question of its bank. */
function howOf(name: string, method: PayMethod): How | null {
  const asksBank = method === 'card' || method === 'google_pay'
  switch (name) {
    case 'approve':
    case 'decline':
    case 'pending':
      return { choice: name, approval: {} }
    case 'slow':
      return { choice: 'approve', approval: { isSlow: true } }
    case 'challenge':
      return { choice: 'approve', approval: asksBank ? { authentication: 'open' } : { asksAgain: true } }
    default:
      return null
  }
}

const isBankAnswer = (name: string): name is BankAnswer => Object.hasOwn(BANK_ANSWERS, name)

type Chosen = Record<string, string> & { method: PayMethod }

/** A choice in an approval window: of an order, or of a setup token. */
export function choose(sandbox: PaypalSandbox, { token = '', choice: name = '', method }: Chosen): Reply {
  if (sandbox.viewSetup(token)) return chooseSetup(sandbox, token, name)
  const view = sandbox.view(token)
  if (!view) return message(404, 'This payment has expired')
  if (name === 'cancel')
    return { status: 200, body: { outcome: 'canceled', ...back(view.request, token, 'cancel_url') } }
  if (name.startsWith('address-'))
    return sandbox.chooseAddress(token, name.slice('address-'.length))
      ? { status: 200, body: { done: true } }
      : message(404, 'There is no such address')
  const approved = {
    outcome: 'approved',
    payerId: sandbox.payerId,
    ...back(view.request, `${token}&PayerID=${sandbox.payerId}`, 'return_url'),
  }
  if (isBankAnswer(name)) {
    // A guest's card is approved with the bank's answer, which the shop must read. Google Pay's order is confirmed already.
    const isDone =
      method === 'google_pay'
        ? sandbox.answerBank(token, name)
        : sandbox.choose(token, 'approve', { method, authentication: BANK_ANSWERS[name] })
    return isDone
      ? { status: 200, body: { ...approved, answer: name } }
      : message(409, 'This payment is complete')
  }
  const how = howOf(name, method)
  if (!how) return message(404, 'There is no such choice')
  if (how.approval.authentication === 'open') return { status: 200, body: { step: 'bank' } }
  return tryTo(() => {
    if (!sandbox.choose(token, how.choice, { method, ...how.approval }))
      return message(409, 'This payment is complete')
    return { status: 200, body: approved }
  })
}

/**
 * The confirmation of an order by the result of a sheet: PayPal's `confirmOrder` in the browser.
 * @param amount the sum in Apple's token; null for Google's, which has none
 */
export function confirm(
  sandbox: PaypalSandbox,
  { token = '', method: name = '', choice = '' }: Record<string, string>,
  amount: string | null,
): Reply {
  const method = PAY_METHODS.find((each) => each === name)
  const how = method && howOf(choice, method)
  if (!method || !how) return message(404, 'There is no such choice')
  const view = sandbox.view(token)
  if (!view) return { status: 404, body: { issue: 'INVALID_RESOURCE_ID', message: 'There is no such order' } }
  if (amount !== null && amount !== view.request.purchase_units[0]?.amount.value)
    return {
      status: 422,
      body: { issue: 'APPLE_PAY_AMOUNT_MISMATCH', message: 'The order has another amount than the sheet' },
    }
  return tryTo(() => {
    if (!sandbox.choose(token, how.choice, { method, ...how.approval }))
      return {
        status: 422,
        body: { issue: 'ORDER_CANNOT_BE_CONFIRMED', message: 'This payment is complete' },
      }
    return { status: 200, body: sandbox.answerOf(token) }
  })
}

/** The sandbox refuses a method for which an order was not created, as PayPal does. */
function tryTo(work: () => Reply): Reply {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { status: 422, body: { issue: 'PAYMENT_SOURCE_CANNOT_BE_USED', message: error.message } }
  }
}

function chooseSetup(sandbox: PaypalSandbox, token: string, name: string): Reply {
  if (name === 'cancel') return { status: 200, body: { outcome: 'canceled' } }
  if (name !== 'approve') return message(404, 'There is no such choice')
  sandbox.approveSetup(token)
  return { status: 200, body: { outcome: 'approved', payerId: sandbox.payerId } }
}

/** The page of the shop to which a window without an opener returns. Empty if the order has none. */
function back(
  { payment_source: source }: { payment_source?: { paypal?: { experience_context?: object } } },
  query: string,
  name: 'return_url' | 'cancel_url',
): { url?: string } {
  const context = source?.paypal?.experience_context as Record<string, string> | undefined
  const url = context?.[name]
  return url === undefined ? {} : { url: `${url}${url.includes('?') ? '&' : '?'}token=${query}` }
}
