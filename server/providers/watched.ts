/** Remembers how the last real call to each outside service went, so that the desk can tell without asking anybody. */
import { isoNow, type Clock } from '../clock.ts'
import type { Conceal } from '../config/secrets.ts'
import { MapsUnavailable } from './maps.ts'
import { MailUnavailable, PaymentUnavailable, ShippingUnavailable, type Providers } from './providers.ts'

export type Service = keyof Providers

/** In memory: a restart forgets, and the first call knows again. */
export type Outcome = {
  /** Of the last call. */
  at: string
  /** The first call since which all went like the last. */
  since: string
  /** Why the last call did not succeed; null when the service answered, be it with a no. */
  problem: string | null
}

export type Outcomes = { [S in Service]: Outcome | null }

/**
 * The same providers, and a table that every call of theirs keeps up to date.
 * @param conceal takes our credentials out of what a service says, since some repeat them when they refuse them
 */
export function watchProviders(
  { payments, shipping, mail, maps }: Providers,
  clock: Clock,
  conceal: Conceal,
): { providers: Providers; outcomes: Outcomes } {
  const outcomes: Outcomes = { payments: null, shipping: null, mail: null, maps: null }

  function note(service: Service, problem: string | null): void {
    const before = outcomes[service]
    const at = isoNow(clock)
    const isAsBefore = before !== null && (before.problem === null) === (problem === null)
    outcomes[service] = { at, since: isAsBefore ? before.since : at, problem }
  }

  function watched(service: Service, name: string, call: (...given: unknown[]) => Promise<unknown>) {
    return async (...given: unknown[]): Promise<unknown> => {
      try {
        const answer = await call(...given)
        note(service, null)
        return answer
      } catch (error) {
        if (error instanceof Error) error.message = conceal(error.message)
        note(service, name === 'check' || isSilence(error) ? (error as Error).message : null)
        throw error
      }
    }
  }

  /** Every call of a service, tomorrow's too; what a stand-in remembers is no call. */
  function watch<P extends object>(service: Service, provider: P): P {
    const entries = Object.entries(provider).map(([name, value]) => [
      name,
      typeof value === 'function' && name !== 'caught'
        ? watched(service, name, value as () => Promise<unknown>)
        : value,
    ])
    return Object.fromEntries(entries) as P
  }

  return {
    providers: {
      payments: watch('payments', payments),
      shipping: watch('shipping', shipping),
      mail: watch('mail', mail),
      maps: watch('maps', maps),
    },
    outcomes,
  }
}

/** A service that declines a card, knows no rate or would not have our question is at work. */
function isSilence(error: unknown): boolean {
  return OUTAGES.some((outage) => error instanceof outage) && !isRefusal(error)
}

const OUTAGES = [PaymentUnavailable, ShippingUnavailable, MailUnavailable, MapsUnavailable]

/** A definitive no; but one to our credentials, or to how often we ask, turns everybody away. */
function isRefusal(error: unknown): boolean {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' && status >= 400 && status < 500 && ![401, 403, 429].includes(status)
}
