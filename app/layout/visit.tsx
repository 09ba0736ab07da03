import { brand } from '#shared/brand.ts'
import { shortHours } from '#shared/hours.ts'
import styles from './visit.module.css'

/** The opening hours of the cafe: `M–F 7–5`. */
export function Hours() {
  return (
    <ul className={styles.lines} aria-label="Opening hours">
      {brand.hours.map((hours) => (
        <li key={hours.days}>{`${hours.days} ${shortHours(hours)}`.replaceAll('-', '–')}</li>
      ))}
    </ul>
  )
}

/** The address of the cafe with a link to the map. */
export function Place() {
  const { street, city, state, postalCode, mapUrl } = brand.place
  return (
    <address className={styles.lines}>
      <a href={mapUrl} rel="noreferrer" target="_blank">
        {street}, {`${city}, ${state} ${postalCode}`.replaceAll(' ', '\u00a0')}
        <span className="visually-hidden">, map in a new window</span>
      </a>
    </address>
  )
}
