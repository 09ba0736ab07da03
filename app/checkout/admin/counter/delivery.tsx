/** Where an order goes that staff place: to an address, or to the bar. */
import { useRef, type FormEvent } from 'react'
import type { CounterQuote } from '#shared/checkout/api/counter.ts'
import type { Address } from '#shared/platform/address.ts'
import { AddressFields } from '#app/platform/address/address-fields.tsx'
import { useAddressForm } from '#app/platform/address/use-address-form.ts'
import { Button } from '#app/platform/ui/button.tsx'
import styles from './new-order.module.css'

export type Place = { kind: 'ship'; address: Address | null } | { kind: 'pickup' }

type Props = {
  place: Place
  start: Partial<Address>
  change: (place: Place) => void
  quote: CounterQuote | undefined
}

export function DeliveryChoice({ place, start, change, quote }: Props) {
  const address = place.kind === 'ship' ? place.address : null
  return (
    <>
      <div className={styles.choices} role="radiogroup" aria-label="Delivery">
        <label>
          <input
            type="radio"
            name="delivery"
            checked={place.kind === 'ship'}
            onChange={() => change({ kind: 'ship', address: null })}
          />
          Ship it
        </label>
        <label>
          <input
            type="radio"
            name="delivery"
            checked={place.kind === 'pickup'}
            onChange={() => change({ kind: 'pickup' })}
          />
          Pickup at the bar
        </label>
      </div>
      {place.kind === 'pickup' ? <p>{quote?.pickup?.text}</p> : null}
      {place.kind === 'ship' && address ? (
        <div className={styles.chosen}>
          <p>
            {[address.address, address.address2].filter(Boolean).join(', ')}
            <br />
            {address.city}, {address.state} {address.postalCode}
            {quote?.service ? (
              <>
                <br />
                <span className="soft">
                  {quote.service}. {quote.delivery?.text}
                </span>
              </>
            ) : null}
          </p>
          <Button look="quiet" onClick={() => change({ kind: 'ship', address: null })}>
            Change
          </Button>
        </div>
      ) : null}
      {place.kind === 'ship' && !address ? (
        <AddressForm start={start} use={(used) => change({ kind: 'ship', address: used })} />
      ) : null}
    </>
  )
}

function AddressForm({ start, use }: { start: Partial<Address>; use: (address: Address) => void }) {
  const node = useRef<HTMLFormElement>(null)
  const form = useAddressForm(start, node, { keepsDraft: false })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = form.check()
    if (address) use(address)
  }
  return (
    <form ref={node} onSubmit={submit} noValidate className="stack-2">
      <AddressFields form={form} />
      <Button type="submit" look="line" className="self-left">
        Price of shipping
      </Button>
    </form>
  )
}
