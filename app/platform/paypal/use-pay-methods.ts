import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toDecimal } from '#shared/kernel/pricing.ts'
import { PAY_METHODS, takesSum, type PayMethod } from '#shared/platform/pay-methods.ts'
import { loadApplePay, startApplePay } from './apple-pay.ts'
import { findEligible, type Eligible } from './eligible.ts'
import { loadGooglePay, type GooglePay } from './google-pay.ts'
import type { Payment, Running, Start } from './payment.ts'
import { openSessions, type Sessions } from './sessions.ts'
import type { Sheet } from './sheet-attempt.ts'
import { NEVER_STALE, usePayPalConfig } from './use-paypal.ts'

/** A method that the buyer may choose, and what its button needs. */
export type Offered = {
  method: PayMethod
  /** The script of the method is loading. Its place is kept, so that no button moves under the pointer. */
  isLoading: boolean
  /** Attributes of the vendor's element. */
  attributes: Record<string, string>
  /** For methods whose script makes the button: Google Pay. */
  createButton?: GooglePay['createButton'] | undefined
}

export type PayMethods =
  /** `expected`: the methods for which room is kept. PayPal may not allow all of them. */
  | { status: 'loading'; expected: PayMethod[] }
  | { status: 'failed'; retry: () => void }
  | {
      status: 'ready'
      methods: Offered[]
      start: Start
      /**
       * Continues a payment whose approval was on a page of PayPal, after the buyer has come back from it. Null if the
       * buyer does not come from there. For a page to call once, if its order is not paid.
       */
      resume: (payment: Omit<Payment, 'open'>) => Running | null
      /** For the express buttons, which start the methods in another way; null if there is no method. */
      parts: Drivers | null
    }

/**
 * The methods that this shop, this browser and PayPal offer for a sum, in the order of the checkout. Scripts are loaded when
 * a component that calls this is shown, and only those of methods that the owner has switched on and PayPal allows. A
 * method that fails is left out. `failed` if PayPal's own script does not load.
 * @param cents the sum that PayPal will take; the sheets of Apple and Google show it
 * @param methods only these
 */
export function usePayMethods(cents: number, methods: readonly PayMethod[] = PAY_METHODS): PayMethods {
  const config = usePayPalConfig()
  const [broken, setBroken] = useState<readonly PayMethod[]>([])
  const allowed = config.data?.methods ?? []
  const wanted = PAY_METHODS.filter((one) => methods.includes(one) && allowed.includes(one))
  const candidates = wanted.filter((one) => takesSum(one, cents) && !broken.includes(one))
  const sessions = useSessions(wanted, candidates.length > 0)
  const eligible = useEligible(wanted, sessions.data, toDecimal(cents))
  const granted = candidates.filter((one) => eligible.data?.[one] !== undefined)
  const apple = useApplePay(granted.includes('apple_pay') && sessions.data?.apple != null)
  const google = useGooglePay(
    sessions.data?.google,
    granted.includes('google_pay') ? eligible.data?.google_pay : undefined,
  )

  const failed = [config, sessions, eligible].find(({ isError, isFetching }) => isError && !isFetching)
  if (failed && !eligible.data) return { status: 'failed', retry: () => void failed.refetch() }
  const isNone = config.data !== undefined && candidates.length === 0
  if (isNone) return { status: 'ready', methods: [], start: startNothing, resume: () => null, parts: null }
  if (!sessions.data || !eligible.data || !config.data) return { status: 'loading', expected: candidates }
  const drivers: Drivers = { sessions: sessions.data, eligible: eligible.data, google: google.data ?? null }
  const wallets = { apple_pay: apple, google_pay: google }
  const sheet = { merchantName: config.data.merchantName, amount: toDecimal(cents) }
  return {
    status: 'ready',
    methods: granted.flatMap((method) => offer(method, drivers, wallets)),
    start: (method, payment) => {
      try {
        return startWith(method, drivers, sheet, payment)
      } catch (error) {
        setBroken((now) => [...now, method])
        payment.failed(error)
        return { close: () => undefined }
      }
    },
    resume: (payment) => resumeWith(drivers, payment),
    parts: drivers,
  }
}

export type Drivers = { sessions: Sessions; eligible: Eligible; google: GooglePay | null }

/** The states of the scripts of Apple and Google. */
type Wallets = Record<'apple_pay' | 'google_pay', { isPending: boolean; data?: unknown }>

/** Empty if the method failed, or if this browser cannot use it. */
function offer(method: PayMethod, { sessions, eligible, google }: Drivers, wallets: Wallets): Offered[] {
  const { windows } = sessions
  if (method !== 'apple_pay' && method !== 'google_pay') {
    const attributes = method === 'pay_later' ? { ...eligible.pay_later } : {}
    return windows.has(method) ? [{ method, isLoading: false, attributes }] : []
  }
  const hasSession = (method === 'apple_pay' ? sessions.apple : sessions.google) !== null
  const { isPending, data } = wallets[method]
  if (!hasSession || (!isPending && !data)) return []
  const createButton = method === 'google_pay' ? google?.createButton : undefined
  return [{ method, isLoading: isPending, attributes: {}, createButton }]
}

function startWith(
  method: PayMethod,
  { sessions, eligible, google }: Drivers,
  sheet: Sheet,
  payment: Payment,
): Running {
  if (method === 'google_pay' && google) return google.start(sheet, payment)
  if (method === 'apple_pay' && sessions.apple && eligible.apple_pay)
    return startApplePay(sessions.apple, eligible.apple_pay, sheet, payment)
  const driver = sessions.windows.get(method)
  if (!driver) throw new RangeError(`${method} is not offered`)
  return driver.start(payment)
}

const startNothing: Start = (method) => {
  throw new RangeError(`${method} is not offered`)
}

function resumeWith({ sessions }: Drivers, payment: Omit<Payment, 'open'>): Running | null {
  for (const driver of sessions.windows.values()) {
    const running = driver.resume(payment)
    if (running) return running
  }
  return null
}

/** For what is not data: structural sharing would copy it. The loaders retry by themselves. */
const LOADED_ONCE = { retry: false, structuralSharing: false, gcTime: Infinity, ...NEVER_STALE } as const

function useSessions(wanted: readonly PayMethod[], isEnabled: boolean) {
  const { scriptUrl, clientId } = usePayPalConfig().data ?? {}
  return useQuery({
    queryKey: ['pay-sessions', scriptUrl, clientId, ...wanted],
    queryFn: () => openSessions(scriptUrl!, clientId!, wanted),
    enabled: scriptUrl !== undefined && isEnabled,
    ...LOADED_ONCE,
  })
}

function useEligible(wanted: readonly PayMethod[], sessions: Sessions | undefined, amount: string) {
  return useQuery({
    queryKey: ['pay-eligible', amount, ...wanted],
    queryFn: () => findEligible(sessions!.instance, amount),
    enabled: sessions !== undefined,
    // The buttons stay while the sum changes.
    placeholderData: (before: Eligible | undefined) => before,
    retry: 2,
    ...NEVER_STALE,
  })
}

function useApplePay(isEnabled: boolean) {
  const { appleScriptUrl } = usePayPalConfig().data ?? {}
  return useQuery({
    queryKey: ['apple-pay', appleScriptUrl],
    queryFn: () => loadApplePay(appleScriptUrl!),
    enabled: isEnabled && appleScriptUrl !== undefined,
    ...LOADED_ONCE,
  })
}

function useGooglePay(paypal: Sessions['google'] | undefined, config: Eligible['google_pay']) {
  const { googleScriptUrl: scriptUrl, environment } = usePayPalConfig().data ?? {}
  return useQuery({
    queryKey: ['google-pay', scriptUrl, environment, config],
    queryFn: () =>
      loadGooglePay({ scriptUrl: scriptUrl!, environment: environment!, paypal: paypal!, config: config! }),
    enabled: paypal != null && config !== undefined && scriptUrl !== undefined,
    ...LOADED_ONCE,
  })
}
