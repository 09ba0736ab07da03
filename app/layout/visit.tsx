import { brand } from '#shared/brand.ts'
import styles from './visit.module.css'

/** When the house is open, as it writes it: `M–F 7–5`. */
export function Hours() {
  return (
    <ul className={styles.lines} aria-label="Opening hours">
      {brand.hours.map(({ days, opens, closes }) => (
        <li key={days}>
          {days.replace('-', '–')} {opens}–{closes}
        </li>
      ))}
    </ul>
  )
}

/** Where it stands, with a way to the map. */
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
