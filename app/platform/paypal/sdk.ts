/** Loads PayPal's JavaScript SDK v6 from the configured URL: PayPal's own, or the sandbox's replacement. */
import type { PayPalV6Namespace, SdkInstance } from '@paypal/paypal-js/sdk-v6'

export type PayPal = SdkInstance<['paypal-payments']>

/** Timeout of each step, in milliseconds. */
const TIMEOUT = 15_000
const ATTEMPTS = 3

/**
 * Returns the SDK, ready to start a payment in US dollars. Makes three attempts of up to 15 s each. Throws if the SDK
 * does not load, if it is not version 6, or if PayPal is not eligible.
 */
export async function loadPayPal(scriptUrl: string, clientId: string): Promise<PayPal> {
  const { createInstance } = await withRetries(() => withTimeout(namespaceFrom(scriptUrl)))
  return withTimeout(openInstance(createInstance, clientId))
}

type CreateInstance = PayPalV6Namespace['createInstance']

async function openInstance(createInstance: CreateInstance, clientId: string): Promise<PayPal> {
  const instance = await createInstance({
    clientId,
    components: ['paypal-payments'],
    pageType: 'checkout',
    locale: 'en-US',
  })
  const methods = await instance.findEligibleMethods({ currencyCode: 'USD' })
  if (!methods.isEligible('paypal')) throw new Error('PayPal is not available here')
  return instance
}

async function namespaceFrom(scriptUrl: string): Promise<PayPalV6Namespace> {
  const existing = namespace()
  if (existing) return existing
  await addScript(scriptUrl)
  const loaded = namespace()
  if (!loaded) throw new Error('The payment script is not the PayPal SDK version 6')
  return loaded
}

function namespace(): PayPalV6Namespace | undefined {
  const { paypal } = window as { paypal?: PayPalV6Namespace }
  return paypal?.version.startsWith('6') ? paypal : undefined
}

function addScript(src: string): Promise<void> {
  const script = document.createElement('script')
  script.src = src
  script.async = true
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The payment script did not load'))
    })
    document.head.append(script)
  })
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await work()
    } catch (error) {
      if (count === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, 500 * count))
    }
  }
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The payment script takes too long')), TIMEOUT)
  })
  return Promise.race([work, timeout])
}
