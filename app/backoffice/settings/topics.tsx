import { Link } from 'react-router'
import styles from '#app/platform/admin/card-links.module.css'

const TOPICS = [
  ['hours', 'Opening hours', 'Hours of the week, special days and closures'],
  ['vacation', 'Vacation', 'Pause orders, or promise later dates'],
  ['announcement', 'Announcement', 'A sentence above the header of all pages'],
  ['business', 'Business details', 'Name, address, contact, links, playlist'],
  ['selling', 'Tax and orders', 'Sales tax, unpaid orders, where you do not ship'],
  ['subscribing', 'Subscriptions', 'Discount, frequencies, roaster’s choice'],
  ['roasting', 'Roastery', 'Units, capacity of a day, sizes of batches'],
  ['gift-cards', 'Gift cards', 'Whether you sell them, amounts and limits'],
  ['parcels', 'Boxes and sender', 'Sizes of your boxes, and your address on labels'],
] as const

/** Links to the pages of the other groups of settings. */
export function Topics() {
  return (
    <nav aria-label="Settings">
      <ul className={styles.cards}>
        {TOPICS.map(([id, title, about]) => (
          <li key={id}>
            <Link to={`/admin/settings/${id}`}>
              <strong>{title}</strong>
              <span>{about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
