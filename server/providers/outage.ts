/** Distinguishes outages of a service from errors about a single call. */
import { MapsUnavailable } from './maps.ts'
import {
  isAboutShop,
  isAnswered,
  MailUnavailable,
  PaymentUnavailable,
  ShippingUnavailable,
  type Providers,
} from './providers.ts'

/** The error of each service that means: no usable response. */
export const UNAVAILABLE: Record<keyof Providers, new (message: string) => Error> = {
  payments: PaymentUnavailable,
  shipping: ShippingUnavailable,
  mail: MailUnavailable,
  maps: MapsUnavailable,
}

/**
 * Whether there was no response, or one of which nothing is usable. Such errors open a circuit, and end a run of calls
 * early.
 */
export function isOutage(error: unknown): boolean {
  const isUnavailable = Object.values(UNAVAILABLE).some((type) => error instanceof type)
  return isUnavailable && !isRefusal(error) && !isAboutShop(error) && !isAnswered(error)
}

/**
 * Whether the service refused this single call. Refused credentials (401, 403) and rate limits (429) affect all calls,
 * so they do not count.
 */
export function isRefusal(error: unknown): boolean {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' && status >= 400 && status < 500 && ![401, 403, 429].includes(status)
}
