/** Loads PayPal's JavaScript SDK v6 from the configured URL: PayPal's own, or the sandbox's replacement. */
import type { Components, PayPalV6Namespace, SdkInstance } from '@paypal/paypal-js/sdk-v6'
import { loadScript, withRetries, withTimeout } from './scripts.ts'

export type PayPal = SdkInstance<['paypal-payments']>

/** An instance of the SDK. It has only the functions of the components that it was created with. */
export type Instance = SdkInstance<[]> & Partial<SdkInstance<Components[]>>

/**
 * Returns the SDK, ready to start a payment in US dollars. Makes three attempts of up to 15 s each. Throws if the SDK
 * does not load, if it is not version 6, or if PayPal is not eligible.
 */
export async function loadPayPal(scriptUrl: string, clientId: string): Promise<PayPal> {
  const { createInstance } = await withRetries(() => withTimeout(namespaceFrom(scriptUrl)))
  const instance = await withTimeout(createInstance(optionsOf(clientId, ['paypal-payments'])))
  const methods = await withTimeout(instance.findEligibleMethods({ currencyCode: 'USD' }))
  if (!methods.isEligible('paypal')) throw new Error('PayPal is not available here')
  return instance
}

/**
 * Returns the SDK with these components. If it does not start with all of them, one instance for each component that it
 * does start with, so that a component that fails does not hide the others. Throws if there is none.
 */
export async function loadInstances(
  scriptUrl: string,
  clientId: string,
  components: readonly Components[],
): Promise<Instance[]> {
  const { createInstance } = await withRetries(() => withTimeout(namespaceFrom(scriptUrl)))
  const open = (some: readonly Components[]): Promise<Instance> =>
    withTimeout(createInstance(optionsOf(clientId, some)))
  try {
    return [await open(components)]
  } catch (error) {
    const parts = await Promise.allSettled(components.map((component) => open([component])))
    const opened = parts.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []))
    if (opened.length === 0) throw error
    return opened
  }
}

function optionsOf<T extends readonly Components[]>(clientId: string, components: T) {
  return { clientId, components, pageType: 'checkout', locale: 'en-US' } as const
}

async function namespaceFrom(scriptUrl: string): Promise<PayPalV6Namespace> {
  const existing = namespace()
  if (existing) return existing
  await loadScript(scriptUrl)
  const loaded = namespace()
  if (!loaded) throw new Error('The payment script is not the PayPal SDK version 6')
  return loaded
}

function namespace(): PayPalV6Namespace | undefined {
  const { paypal } = window as { paypal?: PayPalV6Namespace }
  return paypal?.version.startsWith('6') ? paypal : undefined
}
