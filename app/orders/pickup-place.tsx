import { brand } from '#shared/brand.ts'
import { openingHoursText } from '#shared/hours.ts'
import styles from './pickup-place.module.css'

/** Where and when an order can be picked up: the address of the bar with a link to the map, and the opening hours. */
export function PickupPlace() {
  const { street, city, state, postalCode, mapUrl } = brand.place
  return (
    <div className={styles.place}>
      <address>
        <span>The bar of {brand.roasters}</span>
        <a href={mapUrl} rel="noreferrer" target="_blank">
          {street}, {`${city}, ${state} ${postalCode}`.replaceAll(' ', '\u00a0')}
          <span className="visually-hidden">, map in a new window</span>
        </a>
      </address>
      <p className={styles.hours}>Open {openingHoursText()}.</p>
    </div>
  )
}
