import { openingHoursText } from '#shared/platform/hours.ts'
import { useBusiness } from '../api/business.ts'
import styles from './pickup-place.module.css'

/** Where and when an order can be picked up: the address of the bar with a link to the map, and the opening hours. */
export function PickupPlace() {
  const { place, roasters, hours } = useBusiness()
  const { street, city, state, postalCode, mapUrl } = place
  return (
    <div className={`stack-1 ${styles.place}`}>
      <address>
        <span>The bar of {roasters}</span>
        <a href={mapUrl} rel="noreferrer" target="_blank">
          {street}, {`${city}, ${state} ${postalCode}`.replaceAll(' ', '\u00a0')}
          <span className="visually-hidden">, map in a new window</span>
        </a>
      </address>
      <p className="soft">Open {openingHoursText(hours.week)}.</p>
    </div>
  )
}
