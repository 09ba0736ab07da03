/** The methods that PayPal's SDK shows itself, in a window or in the page: PayPal, Pay Later, Venmo and guest cards. */
import type { OneTimePaymentSession, PayPalGuestOneTimePaymentSessionOptions } from '@paypal/paypal-js/sdk-v6'
import { attemptOf, type Attempt, type Payment, type Running } from './payment.ts'
import type { Instance } from './sdk.ts'

export type WindowMethod = 'paypal' | 'card' | 'venmo' | 'pay_later'

export type WindowDriver = {
  start: (payment: Payment) => Running
  /** Continues a payment whose approval was on a page of PayPal, after the buyer has come back. Null if there is none. */
  resume: (payment: Omit<Payment, 'open'>) => Running | null
}

/** What the sessions of these methods have in common. */
type Session = Pick<OneTimePaymentSession, 'cancel' | 'hasReturned' | 'resume'> & {
  start: (
    presentation: { presentationMode: 'auto' },
    order: Promise<{ orderId: string }>,
  ) => Promise<void | { redirectURL?: string }>
}

/**
 * The driver of a method. Null if this instance does not have the method's component. Throws if the SDK refuses to create
 * the session.
 */
export async function windowDriver(method: WindowMethod, instance: Instance): Promise<WindowDriver | null> {
  let current: Attempt | null = null
  const callbacks: PayPalGuestOneTimePaymentSessionOptions = {
    onApprove: async ({ orderId }) => void (await current?.approved(orderId)),
    onCancel: () => current?.cancelled(),
    onError: (error) => current?.failed(error),
    // The form for cards does not open without it.
    onComplete: () => undefined,
  }
  const session = await createSession(method, instance, callbacks)
  if (!session) return null
  const running = (attempt: Attempt): Running => ({
    close: () => {
      if (!attempt.isOver()) session.cancel()
      attempt.cancelled()
    },
  })
  return {
    start(payment) {
      const attempt = (current = attemptOf(payment))
      void open(session, attempt, method === 'paypal' || method === 'pay_later')
      return running(attempt)
    },
    resume(payment) {
      if (!session.hasReturned?.() || !session.resume) return null
      const attempt = (current = attemptOf({ ...payment, open: () => new Promise(() => {}) }))
      session.resume().catch(attempt.failed)
      return running(attempt)
    },
  }
}

/** Waits, because PayPal's sample waits for a session for cards, though the published types return one. */
async function createSession(
  method: WindowMethod,
  instance: Instance,
  callbacks: PayPalGuestOneTimePaymentSessionOptions,
): Promise<Session | undefined> {
  if (method === 'paypal') return instance.createPayPalOneTimePaymentSession?.({ ...callbacks, commit: true })
  if (method === 'pay_later')
    return instance.createPayLaterOneTimePaymentSession?.({ ...callbacks, commit: true })
  if (method === 'venmo') return instance.createVenmoOneTimePaymentSession?.(callbacks)
  return instance.createPayPalGuestOneTimePaymentSession?.(callbacks)
}

/**
 * Starts the session. Where a browser allows neither a window nor a dialog, as in some apps, PayPal opens as a page, and
 * returns to the order's page. The types have this for PayPal and Pay Later only.
 */
async function open(session: Session, attempt: Attempt, hasRedirect: boolean): Promise<void> {
  const order = attempt.opened.then(({ orderId }) => ({ orderId }))
  try {
    await session.start({ presentationMode: 'auto' }, order)
  } catch (error) {
    if (!hasRedirect || attempt.isOver() || !isRecoverable(error)) return attempt.failed(error)
    await redirect(session as OneTimePaymentSession, order).catch(attempt.failed)
  }
}

async function redirect(session: OneTimePaymentSession, order: Promise<{ orderId: string }>): Promise<void> {
  const presentation = { presentationMode: 'redirect', autoRedirect: { enabled: true } } as const
  const result = await session.start(presentation, order)
  if (result?.redirectURL) window.location.assign(result.redirectURL)
}

function isRecoverable(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'isRecoverable' in error && error.isRecoverable === true
  )
}
