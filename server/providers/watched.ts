/**
 * Wraps the clients of the outside services. Each kind of call gets a circuit breaker, and the outcome of its last call
 * is recorded, so that the admin home page can show it without making a call.
 */
import { isoNow, type Clock } from '#server/kernel/time/clock.ts'
import type { Conceal } from '#server/kernel/config/secrets.ts'
import { circuit, type Circuit, openOutcomes, type Outcomes, KINDS, type Kind } from './circuit.ts'
import { isOutage, isRefusal, UNAVAILABLE, MailRefused, type Providers } from './providers.ts'
import { MethodGone, PaymentDeclined, PaymentRefused } from './payments.ts'
import { NoGroundRate } from './shipping.ts'
import { isAboutShop, isAnswered } from './service.ts'

type Provided = keyof Providers

export type Circuits = Record<Kind, Circuit>

type WatchedProviders = {
  /**
   * The wrapped services. While the circuit of a kind is open, its calls throw the service's Unavailable error at once.
   */
  providers: Providers
  outcomes: Outcomes
  circuits: Circuits
  /**
   * Replaces the client of a service, whose circuits and outcomes begin anew. Running calls of the client before end as they
   * would have, and are not counted.
   */
  replaceProvider: ReplaceProvider
}

export type ReplaceProvider = <S extends Provided>(service: S, provider: Providers[S]) => void

/** @param conceal removes the shop's credentials from error messages, because some services repeat them there */
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
  const current: Partial<Record<Provided, object>> = {}
  const watch = <S extends Provided>(service: S, provider: Providers[S]): Providers[S] => {
    current[service] = provider
    const isCurrent = () => current[service] === provider
    const kinds: Record<string, Kind> = KIND_OF[service]
    const entries = Object.entries(provider).map(([name, value]) => {
      const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
      if (!kind || typeof value !== 'function') return [name, value]
      const call = { service, kind, isCheck: name === 'check', isCurrent }
      return [name, watched(call, value as () => Promise<unknown>)]
    })
    return Object.fromEntries(entries) as Providers[S]
  }
  const watched = callWatcher({ outcomes, circuits, clock, conceal })
  const providers = {
    payments: watch('payments', payments),
    shipping: watch('shipping', shipping),
    mail: watch('mail', mail),
    maps: watch('maps', maps),
  }
  const replaceProvider: ReplaceProvider = (service, provider) => {
    providers[service] = watch(service, provider)
    for (const kind of KINDS[service]) {
      circuits[kind].recordResponse()
      outcomes.forget(kind)
    }
  }
  return { providers, outcomes, circuits, replaceProvider }
}

type Call = { service: Provided; kind: Kind; isCheck: boolean; isCurrent: () => boolean }

type WatcherOptions = { outcomes: Outcomes; circuits: Circuits; clock: Clock; conceal: Conceal }

/** Returns a function that wraps a call with its circuit breaker and records its outcome. */
function callWatcher({ outcomes, circuits, clock, conceal }: WatcherOptions) {
  function note(kind: Kind, error: Error | null): void {
    if (error !== null && isOutage(error)) circuits[kind].recordOutage()
    else circuits[kind].recordResponse()
    outcomes.note(kind, error?.message ?? null)
  }

  /**
   * Call after a successful connection test. Closes the circuits of the service and deletes the recorded problems of
   * its kinds.
   */
  function resetService(service: Provided): void {
    for (const kind of KINDS[service]) {
      circuits[kind].recordResponse()
      if (outcomes.of(kind)?.problem) outcomes.forget(kind)
    }
  }

  function circuitOpen({ service, kind }: Call): Error {
    const since = outcomes.of(kind)?.since ?? isoNow(clock)
    const next = circuits[kind].nextTryAt() ?? ''
    return new UNAVAILABLE[service](
      `Not called: no answer since ${since}, and the next attempt is at ${next}`,
    )
  }

  return (call: Call, send: (...args: unknown[]) => Promise<unknown>) =>
    async (...args: unknown[]): Promise<unknown> => {
      const { service, kind, isCheck, isCurrent } = call
      // An admin waits for the result of a connection test, so it ignores the circuit.
      if (!isCheck && !circuits[kind].allowsCall()) throw circuitOpen(call)
      try {
        const result = await send(...args)
        if (isCheck && isCurrent()) resetService(service)
        if (isCurrent()) note(kind, null)
        return result
      } catch (error) {
        if (error instanceof Error) error.message = conceal(error.message)
        if (!isCurrent()) throw error
        if (isCheck || isOutage(error) || isAboutShop(error)) note(kind, error as Error)
        else if (isResponse(error)) note(kind, null)
        throw error
      }
    }
}

/** Whether the service responded. A service that declines a card, has no rate or refuses a request is working. */
function isResponse(error: unknown): boolean {
  return RESPONSES.some((type) => error instanceof type) || isRefusal(error) || isAnswered(error)
}

const RESPONSES = [PaymentDeclined, PaymentRefused, MethodGone, NoGroundRate, MailRefused]

/** Functions that do not call the service. */
type Local = 'caught' | 'mayBeGenuine'

type CallsOf<P> = Exclude<
  {
    [Name in keyof P]-?: NonNullable<P[Name]> extends (...given: never[]) => unknown ? Name : never
  }[keyof P],
  Local
>

/** The kind of every call; the compiler requires an entry for each call of a service. */
export const KIND_OF: {
  [S in keyof Providers]: Record<CallsOf<Providers[S]>, (typeof KINDS)[S][number]>
} = {
  payments: {
    createPayment: 'payments',
    getPayment: 'payments',
    getPaymentOfCapture: 'payments',
    changeAmount: 'payments',
    capturePayment: 'payments',
    chargeSaved: 'payments',
    check: 'payments',
    refundCapture: 'refunds',
    getRefund: 'refunds',
    listDisputes: 'disputes',
    getDispute: 'disputes',
    listMovements: 'movements',
    addTracking: 'trackingNumbers',
    isGenuine: 'webhooks',
    openApproval: 'vault',
    getApproval: 'vault',
    saveApproved: 'vault',
    getSaved: 'vault',
    deleteSaved: 'vault',
    listWebhooks: 'webhooks',
    setWebhook: 'webhooks',
    removeWebhook: 'webhooks',
  },
  shipping: {
    quoteGround: 'shipping',
    check: 'shipping',
    validateAddress: 'addresses',
    buyLabel: 'labels',
    findLabel: 'labels',
    getLabel: 'labels',
    voidLabel: 'labels',
    fetchLabel: 'labelFiles',
    trackParcel: 'parcels',
    listWebhooks: 'parcels',
    setWebhook: 'parcels',
    removeWebhook: 'parcels',
  },
  mail: { send: 'mail', check: 'mail' },
  maps: {
    suggest: 'maps',
    retrieve: 'maps',
    validate: 'maps',
    check: 'maps',
    reverse: 'mapViews',
    category: 'mapViews',
    picture: 'mapViews',
    report: 'mapReports',
  },
}
