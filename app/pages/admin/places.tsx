import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { adminHome } from '#shared/api/admin.ts'
import { ADMIN_PAGES, currentOf } from '#shared/pages.ts'
import { ask } from '../../api/query.ts'
import { useUser } from '../../session/session.ts'
import styles from './places.module.css'

/** The row of links to the admin pages, with how much waits at some of them. More than the header's Admin menu has. */
export function Places() {
  const { pathname } = useLocation()
  const isAdmin = useUser()?.isAdmin ?? false
  const { data: waiting } = useQuery({
    ...ask(adminHome.waiting, {}),
    enabled: isAdmin,
    refetchInterval: MINUTE,
  })
  return (
    <nav aria-label="Desk" className={styles.places}>
      <ul>
        {ADMIN_PAGES.map((place) => (
          <li key={place.to}>
            <Link
              to={place.to}
              aria-current={currentOf(place, pathname)}
              ref={currentOf(place, pathname) ? showInStrip : undefined}
              data-waits={place.waits ? true : undefined}
            >
              {place.title}
              {place.waits && waiting ? <Waiting count={waiting[place.waits]} for={place.waits} /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const MINUTE = 60_000

const WAITS = { toShip: 'to ship', unanswered: 'to answer' }

/** How many wait there to be done; nothing where none do. */
function Waiting({ count, for: what }: { count: number; for: keyof typeof WAITS }) {
  if (count === 0) return null
  return (
    <span className={styles.count}>
      <span className="visually-hidden">, </span>
      {count > 99 ? '99+' : count}
      <span className="visually-hidden"> {WAITS[what]}</span>
    </span>
  )
}

/** On a phone the strip is wider than the screen: the place one is at must not lie outside. */
function showInStrip(link: HTMLElement | null): void {
  const strip = link?.closest('nav')
  if (link && strip) strip.scrollLeft = link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2
}
