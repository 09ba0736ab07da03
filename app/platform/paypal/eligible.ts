/** Which methods PayPal allows this shop, buyer and sum. */
import type {
  ApplePayConfig,
  EligiblePaymentMethodsOutput,
  FindEligibleMethodsGetDetails,
  FundingSource,
  GooglePayConfigFromFindEligibleMethods,
} from '@paypal/paypal-js/sdk-v6'
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { withTimeout } from './scripts.ts'
import type { Instance } from './sdk.ts'

/** What PayPal says about the methods, without those that are not eligible. */
export type Eligible = Partial<{
  paypal: true
  card: true
  venmo: true
  apple_pay: ApplePayConfig
  google_pay: GooglePayConfigFromFindEligibleMethods
  pay_later: Pick<FindEligibleMethodsGetDetails<'paylater'>, 'countryCode' | 'productCode'>
}>

/** @param amount in dollars, such as `42.10`. Throws if PayPal does not answer. */
export async function findEligible(instance: Instance, amount: string): Promise<Eligible> {
  const found = await withTimeout(
    instance.findEligibleMethods({ currencyCode: 'USD', amount, paymentFlow: 'ONE_TIME_PAYMENT' }),
  )
  const eligible: Eligible = {}
  for (const method of Object.keys(READERS) as PayMethod[]) {
    try {
      Object.assign(eligible, READERS[method](found))
    } catch {
      // PayPal says it is eligible, but has no details about it. It is not offered.
    }
  }
  return eligible
}

/** PayPal answers with this name for guest cards, which its published types do not have. */
const BASIC_CARDS = 'basic_cards' as FundingSource

const READERS: Record<PayMethod, (found: EligiblePaymentMethodsOutput) => Eligible> = {
  paypal: (found) => (found.isEligible('paypal') ? { paypal: true } : {}),
  card: (found) => (found.isEligible(BASIC_CARDS) || found.isEligible('card') ? { card: true } : {}),
  venmo: (found) => (found.isEligible('venmo') ? { venmo: true } : {}),
  apple_pay: (found) =>
    found.isEligible('applepay') ? { apple_pay: found.getDetails('applepay').config } : {},
  google_pay: (found) =>
    found.isEligible('googlepay') ? { google_pay: found.getDetails('googlepay').config } : {},
  pay_later: (found) => {
    if (!found.isEligible('paylater')) return {}
    const { countryCode, productCode } = found.getDetails('paylater')
    // PayPal's button shows nothing without them.
    return countryCode && productCode ? { pay_later: { countryCode, productCode } } : {}
  },
}
