import { Link, useLocation } from 'react-router'
import styles from './inbox-nav.module.css'

const PLACES = [
  { to: '/admin/orderlist', title: 'Orders' },
  { to: '/admin/messages', title: 'Messages' },
  { to: '/admin/mail', title: 'Mail' },
]

/** The heading of what comes in, with the way to its two neighbours: the header's list of admin links is fixed. */
export function InboxHead({ title, id }: { title: string; id: string }) {
  const { pathname } = useLocation()
  return (
    <header className={styles.head}>
      <h1 id={id}>{title}</h1>
      <nav aria-label="What comes in">
        <ul className={styles.places}>
          {PLACES.map(({ to, title: name }) => (
            <li key={to}>
              <Link to={to} aria-current={currentOf(to, pathname)}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}

function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return pathname.startsWith(`${to}/`) ? 'true' : undefined
}
