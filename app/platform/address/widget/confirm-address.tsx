/** A dialog that compares a typed address with the address that the map service found. */
import { useEffect, useRef } from 'react'
import type { Address } from '#shared/platform/address.ts'
import type { MapAddress } from '#shared/checkout/api/maps.ts'
import { Button } from '../../ui/button.tsx'
import styles from './confirm-address.module.css'
import { toFormAddress } from './form-address.ts'
import { Minimap } from './minimap.tsx'

/** `change` uses the found address, `nochange` keeps the typed address, `cancel` goes back to the form. */
export type Outcome = 'change' | 'nochange' | 'cancel'

/** @param found the address that the map service found for the typed address; null if it found none */
export function ConfirmAddress({
  typed,
  found,
  decide,
}: {
  typed: Address
  found: MapAddress | null
  decide: (outcome: Outcome) => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  // Closing the dialog makes the browser return the focus to where it was.
  const answer = (outcome: Outcome) => dialog.current?.close(outcome)
  return (
    <dialog
      ref={dialog}
      className={`box mat ${styles.dialog}`}
      aria-labelledby="confirm-address"
      // Escape and the browser's close button count as cancel, so that the promise always resolves.
      onClose={({ currentTarget: { returnValue } }) =>
        decide(returnValue === 'change' || returnValue === 'nochange' ? returnValue : 'cancel')
      }
    >
      {found ? (
        <>
          <h2 id="confirm-address">Did you mean?</h2>
          <Lines of={toFormAddress(found)} />
          <Minimap at={found.coordinates} label={found.address_line1} credits={found} />
          <div className="row-1-2">
            <Button onClick={() => answer('change')}>Yes</Button>
            <Button look="line" onClick={() => answer('nochange')}>
              No, use the address I provided
            </Button>
            <Button look="quiet" onClick={() => answer('cancel')}>
              Back to the form
            </Button>
          </div>
          <p className={styles.footer}>Your confirmation helps improve address data accuracy.</p>
        </>
      ) : (
        <>
          <h2 id="confirm-address">Confirm address</h2>
          <p>
            We couldn't verify this address. Please check that your information is correct before continuing.
          </p>
          <h3>You entered</h3>
          <Lines of={typed} />
          <div className="row-1-2">
            <Button onClick={() => answer('nochange')}>Use the address I provided</Button>
            <Button look="line" onClick={() => answer('cancel')}>
              Back to the form
            </Button>
          </div>
        </>
      )}
    </dialog>
  )
}

function Lines({ of: { address, address2, city, state, postalCode } }: { of: Address }) {
  return (
    <address className={styles.lines}>
      {address}
      <br />
      {address2 ? (
        <>
          {address2}
          <br />
        </>
      ) : null}
      {city}, {state} {postalCode}
    </address>
  )
}
