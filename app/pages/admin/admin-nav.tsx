import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { adminHome } from '#shared/api/admin.ts'
import { adminPages, currentOf } from '#shared/pages.ts'
import { ask } from '../../api/query.ts'
import { useRole } from '../../session/role.ts'
import styles from './admin-nav.module.css'

/**
 * Links to the admin pages of the user's role, some with a number of open tasks. The Admin menu in the header has only some of these
 * links.
 */
export function AdminNav() {
  const { pathname } = useLocation()
  const role = useRole()
  const { data: waiting } = useQuery({
    ...ask(adminHome.waiting, {}),
    enabled: role !== null,
    refetchInterval: MINUTE,
  })
  return (
    <nav aria-label="Admin pages" className={styles.nav}>
      <ul>
        {adminPages(role).map((page) => (
          <li key={page.to}>
            <Link
              to={page.to}
              aria-current={currentOf(page, pathname)}
              ref={currentOf(page, pathname) ? scrollIntoRow : undefined}
              data-waits={page.waits ? true : undefined}
            >
              {page.title}
              {page.waits && waiting ? <TaskCount count={waiting[page.waits]} for={page.waits} /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const MINUTE = 60_000

const TASK_TEXTS = { toShip: 'to ship', toHandOver: 'to hand over', unanswered: 'to answer' }

/** The number of open tasks of a page; nothing if there are none. */
function TaskCount({ count, for: what }: { count: number; for: keyof typeof TASK_TEXTS }) {
  if (count === 0) return null
  return (
    <span className={styles.count}>
      <span className="visually-hidden">, </span>
      {count > 99 ? '99+' : count}
      <span className="visually-hidden"> {TASK_TEXTS[what]}</span>
    </span>
  )
}

/** Scrolls the link of the current page into view, because on a phone the row of links is wider than the screen. */
function scrollIntoRow(link: HTMLElement | null): void {
  const row = link?.closest('nav')
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}
