/** Saves a PayPal account without a purchase, from the click on the button until it is saved. */
import { useEffect, useRef, useState } from 'react'
import type { SavePaymentSession } from '@paypal/paypal-js/sdk-v6'
import type { PayPal } from './sdk.ts'

export type SavingPhase =
  | { name: 'ready' | 'opening' | 'approving' | 'saving' | 'saved' | 'cancelled' }
  | { name: 'failed'; message: string }

type Saving = {
  /** Opens the approval at PayPal. */
  begin: () => Promise<{ setupToken: string }>
  /** Saves the approved payment method. */
  finish: (setupToken: string) => Promise<unknown>
}

export function useSaving({ begin, finish }: Saving) {
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
