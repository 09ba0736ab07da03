import type { UndeliveredParcel } from '#shared/shipping/api/labels.ts'
import { ParcelStatus } from '#app/platform/orders/parcel.tsx'
import styles from './shipping.module.css'
import { OrderLink } from '#app/platform/orders/order-link.tsx'

/** Parcels that did not arrive. Their buyers need a message, a new parcel or a refund. */
export function Undelivered({ of: parcels }: { of: UndeliveredParcel[] }) {
  return (
    <section className={`stack-2 pad-3 box ${styles.batch}`} aria-labelledby="undelivered">
      <h2 id="undelivered">Not arrived</h2>
      <ul className={`grid ${styles.outcomes}`}>
        {parcels.map((parcel) => (
          <li key={parcel._id} data-state="failed">
            <OrderLink id={parcel._id}>
              {parcel.name}, {parcel.number}
            </OrderLink>
            <span>
              <ParcelStatus of={parcel} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
