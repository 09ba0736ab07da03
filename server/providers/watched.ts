/**
 * What stands between the shop and every outside service: for each kind of call a circuit that opens when the service
 * does not answer, and a note of how the last real call went, so that the desk can show it without asking the service.
 */
import { isoNow, type Clock } from '../time/clock.ts'
import type { Conceal } from '../config/secrets.ts'
import { circuit, type Circuit } from './circuit.ts'
import { KIND_OF, KINDS, type Kind } from './kinds.ts'
import { MapsUnavailable } from './maps.ts'
import { openOutcomes, type Outcomes } from './outcomes.ts'
import {
  MailRefused,
  MailUnavailable,
  NoGroundRate,
  PaymentDeclined,
  PaymentRefused,
  PaymentUnavailable,
  ShippingUnavailable,
  isAboutShop,
  type Providers,
} from './providers.ts'

type Provided = keyof Providers

export type Circuits = Record<Kind, Circuit>

type WatchedProviders = {
  /** The same services; while the circuit of its kind is open, a call throws the service's Unavailable at once. */
  providers: Providers
  outcomes: Outcomes
  circuits: Circuits
}

/** @param conceal takes our credentials out of what a service says, since some repeat them when they refuse them */
export function watchProviders(
  { payments, shipping, mail, maps }: Providers,
  clock: Clock,
  conceal: Conceal,
): WatchedProviders {
  const outcomes = openOutcomes(clock)
  const circuits = Object.fromEntries(
    Object.values(KINDS)
      .flat()
      .map((kind) => [kind, circuit(clock)]),
  ) as Circuits
  const watch = <S extends Provided>(service: S, provider: Providers[S]): Providers[S] => {
    const kinds: Record<string, Kind> = KIND_OF[service]
    const entries = Object.entries(provider).map(([name, value]) => {
      const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
      if (!kind || typeof value !== 'function') return [name, value]
      return [name, watched({ service, kind, isCheck: name === 'check' }, value as () => Promise<unknown>)]
    })
    return Object.fromEntries(entries) as Providers[S]
  }
  const watched = callWatcher({ outcomes, circuits, clock, conceal })
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

type Call = { service: Provided; kind: Kind; isCheck: boolean }

type Means = { outcomes: Outcomes; circuits: Circuits; clock: Clock; conceal: Conceal }

/** Puts a call behind its circuit, and notes how it goes. */
function callWatcher({ outcomes, circuits, clock, conceal }: Means) {
  function note(kind: Kind, error: Error | null): void {
    if (error !== null && isSilence(error)) circuits[kind].silent()
    else circuits[kind].answered()
    outcomes.note(kind, error?.message ?? null)
  }

  /** A test that went well says nothing of the other kinds, except that it is time to try them again. */
  function startAnew(service: Provided): void {
    for (const kind of KINDS[service]) {
      circuits[kind].answered()
      if (outcomes.of(kind)?.problem) outcomes.forget(kind)
    }
  }

  function leftAlone({ service, kind }: Call): Error {
    const since = outcomes.of(kind)?.since ?? isoNow(clock)
    const next = circuits[kind].nextTryAt() ?? ''
    return new UNAVAILABLE[service](`Not asked: no answer since ${since}, and the next try is at ${next}`)
  }

  return (call: Call, ask: (...given: unknown[]) => Promise<unknown>) =>
    async (...given: unknown[]): Promise<unknown> => {
      const { service, kind, isCheck } = call
      // A test of the connection always goes out: somebody wants to know now.
      if (!isCheck && !circuits[kind].admits()) throw leftAlone(call)
      try {
        const answer = await ask(...given)
        if (isCheck) startAnew(service)
        note(kind, null)
        return answer
      } catch (error) {
        if (error instanceof Error) error.message = conceal(error.message)
        if (isCheck || isSilence(error) || isAboutShop(error)) note(kind, error as Error)
        else if (isNo(error)) note(kind, null)
        throw error
      }
    }
}

const UNAVAILABLE: Record<Provided, new (message: string) => Error> = {
  payments: PaymentUnavailable,
  shipping: ShippingUnavailable,
  mail: MailUnavailable,
  maps: MapsUnavailable,
}

/** No answer, or none that can be used: what opens a circuit. */
function isSilence(error: unknown): boolean {
  const isOutage = Object.values(UNAVAILABLE).some((outage) => error instanceof outage)
  return isOutage && !isRefusal(error) && !isAboutShop(error)
}

/** A service that declines a card, knows no rate or refuses a question is at work. */
function isNo(error: unknown): boolean {
  return NOES.some((no) => error instanceof no) || isRefusal(error)
}

const NOES = [PaymentDeclined, PaymentRefused, NoGroundRate, MailRefused]

/** A definitive no; but one to our credentials, or to how often we ask, turns everybody away. */
function isRefusal(error: unknown): boolean {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' && status >= 400 && status < 500 && ![401, 403, 429].includes(status)
}
