import { Link } from 'react-router'
import type { StrayParcel } from '#shared/api/labels.ts'
import { ParcelNews } from '../../../orders/parcel.tsx'
import styles from './shipping.module.css'

/** Parcels that did not arrive: their buyers wait for a word, another parcel or their money. */
export function Strays({ of: strays }: { of: StrayParcel[] }) {
  return (
    <section className={styles.batch} aria-labelledby="strays">
      <h2 id="strays">Not arrived</h2>
      <ul className={styles.outcomes}>
        {strays.map((parcel) => (
          <li key={parcel._id} data-state="failed">
            <Link to={`/order/${parcel._id}`}>{parcel.name}</Link>
            <span>
              <ParcelNews of={parcel} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
