/** The sessions of PayPal's SDK for the methods of a shop. */
import type {
  ApplePayOneTimePaymentSession,
  Components,
  GooglePayOneTimePaymentSession,
} from '@paypal/paypal-js/sdk-v6'
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { loadInstances, type Instance } from './sdk.ts'
import { windowDriver, type WindowDriver } from './window-methods.ts'

export type Sessions = {
  /** For questions about eligibility. */
  instance: Instance
  /** The methods that have a session. The others failed. */
  windows: Map<PayMethod, WindowDriver>
  apple: ApplePayOneTimePaymentSession | null
  google: GooglePayOneTimePaymentSession | null
}

const COMPONENTS: Record<PayMethod, Components> = {
  paypal: 'paypal-payments',
  card: 'paypal-guest-payments',
  venmo: 'venmo-payments',
  apple_pay: 'applepay-payments',
  google_pay: 'googlepay-payments',
  pay_later: 'paypal-payments',
}

/** Loads PayPal's SDK for these methods. Throws if it does not load; a method whose session fails is left out. */
export async function openSessions(
  scriptUrl: string,
  clientId: string,
  methods: readonly PayMethod[],
): Promise<Sessions> {
  const components = [...new Set(methods.map((method) => COMPONENTS[method]))]
  const instances = await loadInstances(scriptUrl, clientId, components)
  const windows = new Map<PayMethod, WindowDriver>()
  for (const method of methods) {
    if (method === 'apple_pay' || method === 'google_pay') continue
    const driver = await first(instances, (instance) => windowDriver(method, instance))
    if (driver) windows.set(method, driver)
  }
  const google = methods.includes('google_pay') ? instances : []
  const apple = methods.includes('apple_pay') ? instances : []
  return {
    instance: instances[0]!,
    windows,
    apple: await first(apple, async (one) => one.createApplePayOneTimePaymentSession?.()),
    google: await first(google, async (one) => one.createGooglePayOneTimePaymentSession?.()),
  }
}

/** The first session that an instance makes; null if none does. */
async function first<T>(
  instances: Instance[],
  make: (instance: Instance) => Promise<T | null | undefined>,
): Promise<T | null> {
  for (const instance of instances) {
    const made = await make(instance).catch(() => null)
    if (made) return made
  }
  return null
}
