/** PayPal's express button: the buyer chooses the address in PayPal's window. */
import type { OnShippingAddressChangeData, ShippingAddressErrorType } from '@paypal/paypal-js/sdk-v6'
import { express } from '#shared/checkout/api/express.ts'
import { CallError, call } from '../api/call.ts'
import { dropPlaced, keepExpress } from '../cart/placed.ts'
import { orderIn } from '../cart/resume.ts'
import { attemptOf, PayError, type Running } from '../paypal/payment.ts'
import type { Instance } from '../paypal/sdk.ts'
import { isRefused, untilAnswered } from '../api/until-answered.ts'
import type { Wanted } from './purchase.ts'
import type { Outcome } from './outcome.ts'

/**
 * Opens PayPal's window. Must be called directly in the click, because browsers block what opens later. The shop changes the
 * amount when the buyer chooses an address, and refuses one in PayPal's own words.
 */
export function startPayPalExpress(instance: Instance, wanted: Promise<Wanted>, outcome: Outcome): Running {
  const opening = wanted.then(async ({ body, ordered }) => {
    const opened = await call(express.open, { body })
    keepExpress(opened.expressId, opened.token, ordered)
    return opened
  })
  const drop = () => void opening.then(({ expressId }) => dropPlaced(expressId)).catch(() => undefined)
  const attempt = attemptOf({
    open: () => opening,
    approved: async () => {
      outcome.confirming()
      try {
        const { expressId: id, token } = await opening
        outcome.paid(await untilAnswered(() => call(express.pay, { params: { id }, body: { token } })))
        return undefined
      } catch (error) {
        // Without an answer, the next visit asks for the result.
        const isPlaced = orderIn(error) !== null
        if (isRefused(error) && !isPlaced) drop()
        outcome.failed(isRefused(error) || isPlaced ? error : new PayError(UNKNOWN))
        return 'declined'
      }
    },
    cancelled: () => {
      drop()
      outcome.cancelled()
    },
    failed: (error) => {
      drop()
      outcome.failed(error)
    },
  })
  const session = instance.createPayPalOneTimePaymentSession?.({
    commit: true,
    onApprove: async ({ orderId }) => void (await attempt.approved(orderId)),
    onCancel: () => attempt.cancelled(),
    onError: (error) => attempt.failed(error),
    onShippingAddressChange: async (data) => {
      const { expressId: id, token } = await opening
      await call(express.address, { params: { id }, body: { token, ...placeOf(data) } }).catch(
        (error: unknown) => {
          throw new Error(data.errors[kindOf(error)])
        },
      )
    },
  })
  if (!session) throw new RangeError('PayPal has no session')
  const order = opening.then(({ orderId }) => ({ orderId }))
  session.start({ presentationMode: 'auto' }, order).catch(attempt.failed)
  opening.then(outcome.opened, () => undefined)
  return {
    close: () => {
      if (!attempt.isOver()) session.cancel()
      attempt.cancelled()
    },
  }
}

/** The shop completes an approved payment by itself, and the cart shows it when it is opened again. */
const UNKNOWN =
  'We could not reach the shop after you paid. Please do not pay again: reload this page in a minute'

function placeOf({ shippingAddress: { city, state, postalCode, countryCode } }: OnShippingAddressChangeData) {
  return { city: city ?? '', state: state ?? '', postalCode: postalCode ?? '', country: countryCode }
}

const KINDS: Record<string, ShippingAddressErrorType> = {
  country: 'COUNTRY_ERROR',
  state: 'STATE_ERROR',
  postalCode: 'ZIP_ERROR',
}

/** PayPal has a sentence for each of these. Another error, such as no connection, refuses the address too. */
function kindOf(error: unknown): ShippingAddressErrorType {
  const field = error instanceof CallError ? error.data['field'] : undefined
  return (typeof field === 'string' ? KINDS[field] : undefined) ?? 'ADDRESS_ERROR'
}
