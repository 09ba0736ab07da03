/** Asks, before a typed address is used, whether it is the one the map knows (spec sections 4 and 8). */
import { useEffect, useRef } from 'react'
import type { Address } from '#shared/address.ts'
import type { MapAddress } from '#shared/api/maps.ts'
import { Button } from '../../ui/button.tsx'
import styles from './confirm-address.module.css'
import { toFormAddress } from './form-address.ts'
import { Minimap } from './minimap.tsx'

/** Spec section 4: take the map's address, keep one's own, or go back to the form. */
export type Outcome = 'change' | 'nochange' | 'cancel'

/** @param found what the map takes the typed address for; null when it knows no such address */
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
  // By closing it, so that the browser takes the focus back to where it was.
  const answer = (outcome: Outcome) => dialog.current?.close(outcome)
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="confirm-address"
      // Escape and the browser's own closing are answers too: nothing may be left waiting.
      onClose={({ currentTarget: { returnValue } }) =>
        decide(returnValue === 'change' || returnValue === 'nochange' ? returnValue : 'cancel')
      }
    >
      {found ? (
        <>
          <h2 id="confirm-address">Did you mean?</h2>
          <Lines of={toFormAddress(found)} />
          <Minimap at={found.coordinates} label={found.address_line1} attribution={found.attribution} />
          <div className={styles.ways}>
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
          <div className={styles.ways}>
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
