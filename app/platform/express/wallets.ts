/** The express buttons of Apple Pay and Google Pay: their sheets ask for the address, and the shop answers with prices. */
import { METHOD_NAMES, type PayMethod } from '#shared/platform/pay-methods.ts'
import type { Running } from '../paypal/payment.ts'
import type { Drivers } from '../paypal/use-pay-methods.ts'
import { startAppleExpress } from './apple.ts'
import { startGoogleExpress } from './google.ts'
import { shopOf, type Purchase } from './wallet-shop.ts'

/** Opens the sheet. Must be called directly in the click. */
export function startWalletExpress(method: PayMethod, parts: Drivers, purchase: Purchase): Running {
  const shop = shopOf(method, purchase)
  const { sessions, eligible, google } = parts
  if (method === 'apple_pay' && sessions.apple && eligible.apple_pay)
    return startAppleExpress(sessions.apple, eligible.apple_pay, shop)
  if (method === 'google_pay' && google && sessions.google && eligible.google_pay)
    return startGoogleExpress(sessions.google, eligible.google_pay, purchase.environment, shop)
  throw new RangeError(`${METHOD_NAMES[method]} is not offered`)
}
