/** Loads PayPal's JavaScript SDK v6 from the address the shop names: the real one, or the sandbox's stand-in. */
import type { PayPalV6Namespace, SdkInstance } from '@paypal/paypal-js/sdk-v6'

export type PayPal = SdkInstance<['paypal-payments']>

const PATIENCE = 15_000
const TRIES = 3

/**
 * The SDK, ready to open a payment in US dollars. Asks three times, 15 s each; throws when nothing comes, when
 * it is not version 6, or when PayPal does not offer itself to this shop.
 */
export async function loadPayPal(scriptUrl: string, clientId: string): Promise<PayPal> {
  const { createInstance } = await repeatedly(() => inTime(namespaceFrom(scriptUrl)))
  return inTime(openInstance(createInstance, clientId))
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
  const there = namespace()
  if (there) return there
  await addScript(scriptUrl)
  const loaded = namespace()
  if (!loaded) throw new Error('The payment script is not what it should be')
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

async function repeatedly<T>(work: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await work()
    } catch (error) {
      if (count === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 500 * count))
    }
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The payment script takes too long')), PATIENCE)
  })
  return Promise.race([work, late])
}
