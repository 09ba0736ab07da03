/** The methods that PayPal's SDK shows itself, in a window or in the page: PayPal, Pay Later, Venmo and guest cards. */
import type {
  OneTimePaymentSession,
  PayPalGuestOneTimePaymentSessionOptions,
  PayPalPresentationModeOptions,
} from '@paypal/paypal-js/sdk-v6'
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
      void open(session, attempt, presentationsOf(method))
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

const PRESENTATIONS = {
  /** A window, or a dialog in the page. */
  auto: { presentationMode: 'auto' },
  /** PayPal's app, from which the buyer returns to the order's page. */
  app: { presentationMode: 'direct-app-switch', autoRedirect: { enabled: true } },
  /** A page of PayPal, from which the buyer returns to the order's page. */
  page: { presentationMode: 'redirect', autoRedirect: { enabled: true } },
} satisfies Record<string, PayPalPresentationModeOptions>

type Presentation = keyof typeof PRESENTATIONS

/**
 * The ways to show a method, the best first. Only PayPal's account can be shown in its app, or as a page where a browser
 * opens neither a window nor a dialog, as in some apps.
 */
function presentationsOf(method: WindowMethod): readonly Presentation[] {
  if (method !== 'paypal' && method !== 'pay_later') return ['auto']
  return /Android|iPhone/.test(navigator.userAgent) ? ['app', 'auto', 'page'] : ['auto', 'page']
}

/** Starts the session with the first presentation that works. The first is tried in the click. */
async function open(session: Session, attempt: Attempt, ways: readonly Presentation[]): Promise<void> {
  const order = attempt.opened.then(({ orderId }) => ({ orderId }))
  for (const way of ways) {
    try {
      const result = await (session as OneTimePaymentSession).start(PRESENTATIONS[way], order)
      if (result?.redirectURL) window.location.assign(result.redirectURL)
      return
    } catch (error) {
      if (attempt.isOver() || way === ways.at(-1) || !isRecoverable(error)) return attempt.failed(error)
    }
  }
}

function isRecoverable(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'isRecoverable' in error && error.isRecoverable === true
  )
}
