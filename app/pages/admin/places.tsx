import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { adminHome } from '#shared/api/admin.ts'
import { ask } from '../../api/query.ts'
import { useUser } from '../../session/session.ts'
import styles from './places.module.css'

type Place = { to: string; title: string; also?: RegExp; waits?: 'toShip' | 'unanswered' }

/** More than the header's Admin menu, which has what is needed daily. */
const PLACES: Place[] = [
  { to: '/admin', title: 'Today' },
  { to: '/admin/orderlist', title: 'Orders', also: /^\/order\// },
  { to: '/admin/shipping', title: 'Shipping', waits: 'toShip' },
  { to: '/admin/productlist', title: 'Products', also: /^\/admin\/product\// },
  { to: '/admin/reviews', title: 'Reviews' },
  { to: '/admin/money', title: 'Money' },
  { to: '/admin/menuedit', title: 'Menu' },
  { to: '/admin/artshowlist', title: 'Art Show', also: /^\/admin\/artshow\// },
  { to: '/admin/userlist', title: 'Users', also: /^\/admin\/user\// },
  { to: '/admin/messages', title: 'Messages', waits: 'unanswered' },
  { to: '/admin/mail', title: 'Mail' },
  { to: '/admin/record', title: 'Record' },
]

/** The row of the desk's screens, with how much waits at some of them. */
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
        {PLACES.map((place) => (
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

function currentOf({ to, also }: Place, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  const isBelow = to !== '/admin' && pathname.startsWith(`${to}/`)
  return isBelow || also?.test(pathname) ? 'true' : undefined
}
