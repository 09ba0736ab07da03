/**
 * What stands between the shop and every outside service: a circuit that opens when it does not answer, and a note
 * of how the last real call went, so that the desk can tell without asking anybody.
 */
import { isoNow, type Clock } from '../clock.ts'
import type { Conceal } from '../config/secrets.ts'
import { circuit, type Circuit } from './circuit.ts'
import { MapsUnavailable } from './maps.ts'
import {
  MailRefused,
  MailUnavailable,
  NoGroundRate,
  PaymentDeclined,
  PaymentRefused,
  PaymentUnavailable,
  ShippingUnavailable,
  type Providers,
} from './providers.ts'

export type Service = keyof Providers

/** In memory: a restart forgets, and the first call knows again. */
type Outcome = {
  /** Of the last call. */
  at: string
  /** The first call since which all went like the last. */
  since: string
  /** Why the last call did not succeed; null when the service answered, be it with a no. */
  problem: string | null
}

export type Outcomes = { [S in Service]: Outcome | null }

export type Circuits = { [S in Service]: Circuit }

type Watched = {
  /** The same, each behind its circuit: while that is open, a call throws the service's Unavailable at once. */
  providers: Providers
  outcomes: Outcomes
  circuits: Circuits
}

/** @param conceal takes our credentials out of what a service says, since some repeat them when they refuse them */
export function watchProviders(
  { payments, shipping, mail, maps }: Providers,
  clock: Clock,
  conceal: Conceal,
): Watched {
  const outcomes: Outcomes = { payments: null, shipping: null, mail: null, maps: null }
  const circuits: Circuits = {
    payments: circuit(clock),
    shipping: circuit(clock),
    mail: circuit(clock),
    maps: circuit(clock),
  }

  function note(service: Service, problem: string | null): void {
    if (problem === null) circuits[service].answered()
    else circuits[service].silent()
    const before = outcomes[service]
    const at = isoNow(clock)
    const isAsBefore = before !== null && (before.problem === null) === (problem === null)
    outcomes[service] = { at, since: isAsBefore ? before.since : at, problem }
  }

  function watched(service: Service, name: string, call: (...given: unknown[]) => Promise<unknown>) {
    return async (...given: unknown[]): Promise<unknown> => {
      // A test of the connection is somebody who wants to know now.
      if (name !== 'check' && !circuits[service].admits()) throw leftAlone(service)
      try {
        const answer = await call(...given)
        note(service, null)
        return answer
      } catch (error) {
        if (error instanceof Error) error.message = conceal(error.message)
        if (name === 'check' || isSilence(error)) note(service, (error as Error).message)
        else if (isNo(error)) note(service, null)
        throw error
      }
    }
  }

  function leftAlone(service: Service): Error {
    const since = outcomes[service]?.since ?? isoNow(clock)
    const next = circuits[service].nextTryAt() ?? ''
    return new UNAVAILABLE[service](`Not asked: no answer since ${since}, and the next try is at ${next}`)
  }

  /** Every call of a service, tomorrow's too. */
  function watch<P extends object>(service: Service, provider: P): P {
    const entries = Object.entries(provider).map(([name, value]) => [
      name,
      typeof value === 'function' && !ASKS_NOBODY.has(name)
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
    circuits,
  }
}

/** What a stand-in remembers, and what we judge by ourselves: neither is an answer of the service. */
const ASKS_NOBODY: ReadonlySet<string> = new Set(['caught', 'mayBeGenuine'])

const UNAVAILABLE: Record<Service, new (message: string) => Error> = {
  payments: PaymentUnavailable,
  shipping: ShippingUnavailable,
  mail: MailUnavailable,
  maps: MapsUnavailable,
}

function isSilence(error: unknown): boolean {
  return Object.values(UNAVAILABLE).some((outage) => error instanceof outage) && !isRefusal(error)
}

/** A service that declines a card, knows no rate or would not have our question is at work. */
function isNo(error: unknown): boolean {
  return NOES.some((no) => error instanceof no) || isRefusal(error)
}

const NOES = [PaymentDeclined, PaymentRefused, NoGroundRate, MailRefused]

/** A definitive no; but one to our credentials, or to how often we ask, turns everybody away. */
function isRefusal(error: unknown): boolean {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' && status >= 400 && status < 500 && ![401, 403, 429].includes(status)
}
