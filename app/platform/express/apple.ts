/** Apple Pay with address: Apple's sheet asks the shop for the price at each address, and tells name and street at the end. */
import type { ApplePayConfig, ApplePayContact, ApplePayOneTimePaymentSession } from '@paypal/paypal-js/sdk-v6'
import type { AppleLine, AppleSession, WalletWindow } from '#shared/providers/wallets.ts'
import { ifOpen, openAppleSheet, SHOP_NOT_CHECKED, type Authorized } from '../paypal/apple-sheet.ts'
import { PayError, type Running } from '../paypal/payment.ts'
import type { Prices } from './purchase.ts'
import type { Contact } from './wallet-order.ts'
import { refusalOf, type WalletShop } from './wallet-shop.ts'

/** Opens Apple's sheet. Must be called directly in the click. */
export function startAppleExpress(
  paypal: ApplePayOneTimePaymentSession,
  config: ApplePayConfig,
  shop: WalletShop,
): Running {
  // The sum is not final before the address is known.
  const total = { label: shop.merchantName, amount: shop.amount, type: 'pending' } as const
  const { sheet, complete, abort } = openAppleSheet(paypal, config, {
    requiredShippingContactFields: ['name', 'postalAddress', 'email'],
    total,
  })
  const shown: Shown = { total, prices: null }
  sheet.onvalidatemerchant = ({ validationURL }) => {
    validate(paypal, sheet, shop, validationURL).catch(() => {
      shop.failed(new PayError(SHOP_NOT_CHECKED))
      abort()
    })
  }
  sheet.onpaymentmethodselected = () => sheet.completePaymentMethodSelection({ newTotal: shown.total })
  sheet.onshippingcontactselected = ({ shippingContact }) =>
    void select(sheet, shop, shown, contactOf(shippingContact))
  sheet.onpaymentauthorized = ({ payment }) => {
    void buy(paypal, shop, shown, payment).then((problem) => {
      complete(problem === null)
      // Apple's sheet closes after a failure.
      if (problem !== null) shop.failed(new PayError(problem))
      return problem
    })
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as in Apple's documentation, like the others
  sheet.oncancel = () => shop.closed()
  sheet.begin()
  return {
    close: () => {
      shop.closed()
      abort()
    },
  }
}

/** What the sheet shows; the prices are null before the shop has accepted an address. */
type Shown = { total: AppleLine; prices: Prices | null }

/** PayPal checks the shop for Apple. */
async function validate(
  paypal: ApplePayOneTimePaymentSession,
  sheet: AppleSession,
  shop: WalletShop,
  validationUrl: string,
): Promise<void> {
  const { merchantSession } = await paypal.validateMerchant({
    validationUrl,
    displayName: shop.merchantName,
  })
  shop.opened()
  ifOpen(() => sheet.completeMerchantValidation(merchantSession))
}

/** The price at an address, or Apple's error for an address to which the shop does not ship. */
async function select(
  sheet: AppleSession,
  { price, merchantName: label }: WalletShop,
  shown: Shown,
  contact: Contact,
): Promise<void> {
  const { ApplePayError } = window as WalletWindow
  try {
    const prices = await price(contact)
    shown.prices = prices
    shown.total = { label, amount: prices.totalPrice.toFixed(2), type: 'final' }
    const newLineItems = linesOf(prices)
    ifOpen(() => sheet.completeShippingContactSelection({ newTotal: shown.total, newLineItems }))
  } catch (error) {
    shown.prices = null
    const errors = ApplePayError
      ? [new ApplePayError('addressUnserviceable', undefined, refusalOf(error))]
      : []
    ifOpen(() => sheet.completeShippingContactSelection({ newTotal: shown.total, errors }))
  }
}

/** The sentence about what went wrong; null if the order is paid or is being confirmed. */
async function buy(
  paypal: ApplePayOneTimePaymentSession,
  shop: WalletShop,
  { prices }: Shown,
  { token, billingContact, shippingContact }: Authorized,
): Promise<string | null> {
  if (!prices || !shippingContact) return 'Please choose another address'
  return shop.buy(contactOf(shippingContact), prices, async (orderId) => {
    await paypal.confirmOrder({ orderId, token, billingContact, shippingContact })
    return true
  })
}

function contactOf(contact: ApplePayContact): Contact {
  const [street = '', ...rest] = contact.addressLines ?? []
  return {
    name: [contact.givenName, contact.familyName].filter(Boolean).join(' '),
    email: contact.emailAddress ?? '',
    street,
    street2: rest.join(', '),
    city: contact.locality ?? '',
    state: contact.administrativeArea ?? '',
    postalCode: contact.postalCode ?? '',
    country: contact.countryCode ?? '',
    phone: '',
  }
}

function linesOf({ itemsPrice, shippingPrice, taxPrice }: Prices): AppleLine[] {
  const parts = { Goods: itemsPrice, Shipping: shippingPrice, Tax: taxPrice }
  return Object.entries(parts).map(([label, dollars]) => ({
    label,
    amount: dollars.toFixed(2),
    type: 'final',
  }))
}
