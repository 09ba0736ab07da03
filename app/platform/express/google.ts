/** Google Pay with address: Google's sheet asks the shop for the price at each address, and tells name and street at the end. */
import type {
  GooglePayConfigFromFindEligibleMethods,
  GooglePayOneTimePaymentSession,
} from '@paypal/paypal-js/sdk-v6'
import type {
  GoogleAddress,
  GoogleAuthorizationResult,
  GooglePaymentData,
  GoogleTransaction,
} from '#shared/providers/wallets.ts'
import {
  googleClient,
  googleEnvironment,
  googleRequest,
  isCanceled,
  refusal,
  type Environment,
} from '../paypal/google-sheet.ts'
import { PayError, type Running } from '../paypal/payment.ts'
import type { Prices } from './purchase.ts'
import type { Contact } from './wallet-order.ts'
import { refusalOf, type WalletShop } from './wallet-shop.ts'

export function startGoogleExpress(
  paypal: GooglePayOneTimePaymentSession,
  config: GooglePayConfigFromFindEligibleMethods,
  environment: Environment,
  shop: WalletShop,
): Running {
  const Client = googleClient()
  if (!Client) throw new Error('Google’s script is missing')
  const google = paypal.formatConfigForPaymentRequest(config)
  let shown: Prices | null = null
  let asksBank: string | null = null
  const client = new Client({
    environment: googleEnvironment(environment),
    paymentDataCallbacks: {
      onPaymentDataChanged: async ({ shippingAddress }) => {
        try {
          shown = await shop.price(contactOf(shippingAddress))
          return { newTransactionInfo: transactionOf(shown, google.countryCode) }
        } catch (error) {
          shown = null
          const message = refusalOf(error)
          return {
            error: { reason: 'SHIPPING_ADDRESS_UNSERVICEABLE', message, intent: 'SHIPPING_ADDRESS' },
          }
        }
      },
      onPaymentAuthorized: (data) =>
        authorize(paypal, data, shown, shop, (orderId) => {
          asksBank = orderId
        }),
    },
  })
  client
    .loadPaymentData({
      ...googleRequest(google, shop.merchantName),
      // The sum is not final before the address is known.
      transactionInfo: {
        totalPrice: shop.amount,
        totalPriceStatus: 'ESTIMATED',
        totalPriceLabel: 'Total',
        currencyCode: 'USD',
        countryCode: google.countryCode,
      },
      callbackIntents: ['SHIPPING_ADDRESS', 'PAYMENT_AUTHORIZATION'],
      emailRequired: true,
      shippingAddressRequired: true,
      shippingAddressParameters: { allowedCountryCodes: ['US'] },
    })
    .then(
      // The window of 3-D Secure can open only after Google's sheet has closed.
      () => (asksBank === null ? undefined : authenticate(paypal, asksBank, shop)),
      (error: unknown) => (isCanceled(error) ? shop.closed() : shop.failed(error)),
    )
  shop.opened()
  // Google's sheet has no function that closes it.
  return { close: () => shop.closed() }
}

/** The sheet stays open until this resolves. @param askBank called with PayPal's order if the bank of the card must ask the buyer */
async function authorize(
  paypal: GooglePayOneTimePaymentSession,
  { paymentMethodData, email, shippingAddress }: GooglePaymentData,
  shown: Prices | null,
  shop: WalletShop,
  askBank: (orderId: string) => void,
): Promise<GoogleAuthorizationResult> {
  if (!shown) return refusal('Please choose another address')
  const contact = { ...contactOf(shippingAddress), email: email ?? '' }
  const problem = await shop.buy(contact, shown, async (orderId) => {
    const { status } = await paypal.confirmOrder({ orderId, paymentMethodData })
    if (status !== 'PAYER_ACTION_REQUIRED') return true
    askBank(orderId)
    return false
  })
  return problem === null ? { transactionState: 'SUCCESS' } : refusal(problem)
}

/** 3-D Secure. PayPal's function rejects if the buyer cancels, or if the bank does not recognize them. */
async function authenticate(
  paypal: GooglePayOneTimePaymentSession,
  orderId: string,
  shop: WalletShop,
): Promise<void> {
  try {
    await paypal.initiatePayerAction({ orderId })
  } catch {
    return shop.failed(new PayError('Your bank did not confirm this payment. Nothing was charged'))
  }
  const problem = await shop.capture(orderId)
  if (problem !== null) shop.failed(new PayError(problem))
}

function contactOf(address: GoogleAddress = {}): Contact {
  return {
    name: address.name ?? '',
    email: '',
    street: address.address1 ?? '',
    street2: [address.address2, address.address3].filter(Boolean).join(', '),
    city: address.locality ?? '',
    state: address.administrativeArea ?? '',
    postalCode: address.postalCode ?? '',
    country: address.countryCode ?? '',
    phone: '',
  }
}

function transactionOf({ itemsPrice, shippingPrice, taxPrice, totalPrice }: Prices, countryCode: string) {
  const transaction: GoogleTransaction = {
    totalPrice: totalPrice.toFixed(2),
    totalPriceStatus: 'FINAL',
    totalPriceLabel: 'Total',
    currencyCode: 'USD',
    countryCode,
    displayItems: [
      { label: 'Goods', type: 'LINE_ITEM', price: itemsPrice.toFixed(2) },
      { label: 'Shipping', type: 'LINE_ITEM', price: shippingPrice.toFixed(2) },
      { label: 'Tax', type: 'TAX', price: taxPrice.toFixed(2) },
    ],
  }
  return transaction
}
