import { useEffect, useRef } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import styles from './paypal-button.module.css'
import { usePayPal } from './use-paypal.ts'
import { useSaving, type SavingPhase } from './use-saving.ts'

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
