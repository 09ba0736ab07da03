/** The ways to pay that the owner has switched on, and the file with which Apple checks the shop's domain. */
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { methodsIn, SANDBOX_PAY_METHOD_DEFAULTS } from '#shared/platform/settings/pay-methods.ts'
import type { Shop } from '../shop.ts'
import { currentSettings } from './current.ts'
import { WAYS_TO_PAY } from './groups.ts'

type Methods = Pick<Shop, 'cached' | 'db' | 'config' | 'services'>

/** The group of the settings. Until they are saved, every method is on in sandbox mode. */
export function waysToPayOf({ services, config }: Pick<Shop, 'config' | 'services'>): typeof WAYS_TO_PAY {
  return services.paypal || !config.allowsSandbox
    ? WAYS_TO_PAY
    : { ...WAYS_TO_PAY, defaults: SANDBOX_PAY_METHOD_DEFAULTS }
}

/** The methods that are switched on, in the order of the checkout; none while PayPal is not connected. It may grant fewer. */
export async function payMethodsOf(shop: Methods & Pick<Shop, 'providers'>): Promise<PayMethod[]> {
  if (shop.providers.payments.mode === 'none') return []
  return methodsIn(await currentSettings(shop, waysToPayOf(shop)))
}

/** The text of Apple's domain file; empty if there is none. */
export async function appleDomainFileOf(shop: Methods): Promise<string> {
  return (await currentSettings(shop, waysToPayOf(shop))).appleDomainFile
}
