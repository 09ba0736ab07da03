import { Link } from 'react-router'
import type { UndeliveredParcel } from '#shared/api/labels.ts'
import { ParcelStatus } from '../../../orders/parcel.tsx'
import styles from './shipping.module.css'

/** Parcels that did not arrive. Their buyers need a message, a new parcel or a refund. */
export function Undelivered({ of: parcels }: { of: UndeliveredParcel[] }) {
  return (
    <section className={styles.batch} aria-labelledby="undelivered">
      <h2 id="undelivered">Not arrived</h2>
      <ul className={styles.outcomes}>
        {parcels.map((parcel) => (
          <li key={parcel._id} data-state="failed">
            <Link to={`/order/${parcel._id}`}>
              {parcel.name}, {parcel.number}
            </Link>
            <span>
              <ParcelStatus of={parcel} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
