import { specialText, upcoming, weekRows } from '#shared/platform/hours.ts'
import { useBusiness } from '../api/business.ts'
import styles from './visit.module.css'

/** The footer lists special days for this many days ahead. */
const SOON = 14

/** The opening hours of the cafe: `M–F 7–5`. */
export function Hours() {
  const { hours } = useBusiness()
  return (
    <ul className={styles.lines} aria-label="Opening hours">
      {weekRows(hours.week).map(({ days, text }) => (
        <li key={days}>{`${days} ${text}`.replaceAll('-', '–')}</li>
      ))}
    </ul>
  )
}

/** Whether the cafe is open now, and the special days of the next weeks. */
export function OpenNow({ days = SOON }: { days?: number }) {
  const { open, hours, today } = useBusiness()
  if (open.text === '') return null
  const special = upcoming(hours.special, today, days)
  return (
    <>
      <p className="italic">{open.text}</p>
      {special.length === 0 ? null : (
        <ul className={styles.lines} aria-label="Special days">
          {special.slice(0, MAX_SPECIAL).map((each) => (
            <li key={each.from}>
              <bdi>{specialText(each)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const MAX_SPECIAL = 5

/** The address of the cafe with a link to the map. */
export function Place() {
  const { street, city, state, postalCode, mapUrl } = useBusiness().place
  return (
    <address className={styles.lines}>
      <a href={mapUrl} rel="noreferrer" target="_blank">
        {/* No line has only a direction, such as NW. */}
        {street.replace(/ (?=\S{1,2}$)/, '\u00a0')},{' '}
        {`${city}, ${state} ${postalCode}`.replaceAll(' ', '\u00a0')}
        <span className="visually-hidden">, map in a new window</span>
      </a>
    </address>
  )
}
