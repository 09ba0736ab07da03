import { useEffect, useRef, useState } from 'react'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import styles from './order-payment.module.css'
import { usePayPal } from './use-paypal.ts'
import type { SavePaymentSession } from '@paypal/paypal-js/sdk-v6'
import type { PayPal } from './sdk.ts'

/**
 * The button that saves a PayPal account, and messages about every state.
 * @param label the text of the button
 */
export function SavePayPal({ label, ...saving }: Parameters<typeof useSaving>[0] & { label: string }) {
  const state = usePayPal()
  const { phase, start, cancel } = useSaving(saving)
  const ref = useRef<HTMLButtonElement>(null)
  const isOpen = phase.name === 'opening' || phase.name === 'approving' || phase.name === 'saving'
  // The focus returns to the button when PayPal's window closes.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) ref.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (state.status === 'failed') {
    return (
      <Alert tone="danger">
        <p>The payment script failed to load. A content blocker or a weak connection may be the reason.</p>
        <Button look="line" onClick={state.retry}>
          Load it again
        </Button>
      </Alert>
    )
  }
  return (
    <div className="stack-3">
      {phase.name === 'failed' ? (
        <Alert tone="danger">
          <p>{phase.message}</p>
        </Alert>
      ) : (
        <p role="status" className={`italic ${styles.message}`}>
          {TEXTS[phase.name]}
        </p>
      )}
      <p>
        <Button
          ref={ref}
          look="line"
          busy={isOpen || state.status === 'loading'}
          onClick={() => state.status === 'ready' && start(state.paypal)}
        >
          {label}
        </Button>{' '}
        {phase.name === 'approving' ? (
          <Button look="quiet" onClick={cancel}>
            Close the PayPal window
          </Button>
        ) : null}
      </p>
    </div>
  )
}

const TEXTS: Record<Exclude<SavingPhase['name'], 'failed'>, string> = {
  ready: '',
  opening: 'Opening PayPal…',
  approving: 'PayPal’s window is open. Finish there, and come back here.',
  saving: 'Saving your PayPal account…',
  saved: 'Your PayPal account is saved.',
  cancelled: 'You left PayPal, and nothing was saved.',
}

type SavingPhase =
  | { name: 'ready' | 'opening' | 'approving' | 'saving' | 'saved' | 'cancelled' }
  | { name: 'failed'; message: string }

type Saving = {
  /** Opens the approval at PayPal. */
  begin: () => Promise<{ setupToken: string }>
  /** Saves the approved payment method. */
  finish: (setupToken: string) => Promise<unknown>
}

/** Saves a PayPal account without a purchase, from the click on the button until it is saved. */
function useSaving({ begin, finish }: Saving) {
  const [phase, setPhase] = useState<SavingPhase>({ name: 'ready' })
  const sessionRef = useRef<SavePaymentSession>(null)
  useEffect(() => () => sessionRef.current?.destroy(), [])

  const fail = (error: unknown) =>
    setPhase({
      name: 'failed',
      message: error instanceof Error ? error.message : 'PayPal did not open. Please try again',
    })

  const approve = async (setupToken: string) => {
    setPhase({ name: 'saving' })
    try {
      await finish(setupToken)
      setPhase({ name: 'saved' })
    } catch (error) {
      fail(error)
    }
  }

  /** Must be called directly in the click handler, because popup blockers block windows that are opened later. */
  const start = (paypal: PayPal) => {
    setPhase({ name: 'opening' })
    const opened = begin()
    // The buyer may have closed PayPal's window before the shop answered.
    opened.then(() => setPhase((now) => (now.name === 'opening' ? { name: 'approving' } : now)), fail)
    // The shop's own error is shown already; PayPal then reports one too.
    const failAtPaypal = (error: unknown) =>
      void opened.then(
        () => fail(error),
        () => undefined,
      )
    const session = paypal.createPayPalSavePaymentSession({
      onApprove: ({ vaultSetupToken }) => approve(vaultSetupToken),
      onCancel: () => setPhase({ name: 'cancelled' }),
      onError: failAtPaypal,
    })
    sessionRef.current = session
    const setup = opened.then(({ setupToken }) => ({ vaultSetupToken: setupToken }))
    session.start({ presentationMode: 'auto' }, setup).catch(failAtPaypal)
  }

  const cancel = () => {
    sessionRef.current?.cancel()
    setPhase({ name: 'cancelled' })
  }

  return { phase, start, cancel }
}
