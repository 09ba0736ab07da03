/** The ways to pay that the owner has switched on, and the file with which Apple checks the shop's domain. */
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { methodsIn, SANDBOX_PAY_METHOD_DEFAULTS } from '#shared/platform/settings/pay-methods.ts'
import type { Shop } from '../shop.ts'
import { currentSettings } from './current.ts'
import { WAYS_TO_PAY } from './groups.ts'

/** The group of the settings. Until they are saved, every method is on in sandbox mode. */
export function waysToPayOf({ config }: Pick<Shop, 'config'>): typeof WAYS_TO_PAY {
  return config.paypal ? WAYS_TO_PAY : { ...WAYS_TO_PAY, defaults: SANDBOX_PAY_METHOD_DEFAULTS }
}

/** The methods that are switched on, in the order of the checkout. PayPal may grant fewer. */
export async function payMethodsOf(shop: Pick<Shop, 'cached' | 'db' | 'config'>): Promise<PayMethod[]> {
  return methodsIn(await currentSettings(shop, waysToPayOf(shop)))
}

/** The text of Apple's domain file; empty if there is none. */
export async function appleDomainFileOf(shop: Pick<Shop, 'cached' | 'db' | 'config'>): Promise<string> {
  return (await currentSettings(shop, waysToPayOf(shop))).appleDomainFile
}
