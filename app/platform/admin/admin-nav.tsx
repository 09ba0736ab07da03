import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { adminHome } from '#shared/backoffice/api/admin.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { adminSections, type AdminPage } from '#shared/platform/admin-pages.ts'
import { currentOf } from '#shared/platform/pages.ts'
import { ask } from '../api/query.ts'
import { useRole } from '../session/role.ts'
import styles from './admin-nav.module.css'

/**
 * Links to the sections of the admin area that the user's role may open, and below them to the pages of the current
 * section. Some have a number of open tasks.
 */
export function AdminNav() {
  const { pathname } = useLocation()
  const role = useRole()
  const { data: waiting } = useQuery({ ...ask(adminHome.waiting, {}), refetchInterval: MINUTE })
  // Until the user is known, the links of an owner take up the space, so that nothing moves.
  const sections = adminSections(role ?? 'owner')
  const current = sections.find((section) => currentOf(section, pathname))
  return (
    <nav aria-label="Admin pages" className={styles.nav} data-unknown={role === null || undefined}>
      <Row>
        {sections.map((section) => (
          <NavLink
            key={section.to}
            page={section}
            // The pages of the current section are in the second row, each with its own number.
            tasks={section === current && section.pages.length > 0 ? [] : [section, ...section.pages]}
            waiting={waiting}
          />
        ))}
      </Row>
      {current && current.pages.length > 0 ? (
        <Row>
          {[{ ...current, pages: [] }, ...current.pages].map((page) => (
            <NavLink key={page.to} page={page} tasks={[page]} waiting={waiting} />
          ))}
        </Row>
      ) : null}
    </nav>
  )
}

const MINUTE = 60_000

/** A row of links. A row that is wider than the screen scrolls, also to the middle of the focused link. */
function Row({ children }: { children: ReactNode }) {
  return (
    <div className={styles.row}>
      {/* Only follows the focus by keyboard. A press must not move the link away before it ends. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul onFocus={({ target }) => target.matches(':focus-visible') && scrollIntoRow(target)}>{children}</ul>
    </div>
  )
}

/** @param tasks the pages whose open tasks are counted in the link */
function NavLink({
  page,
  tasks,
  waiting,
}: {
  page: AdminPage
  tasks: AdminPage[]
  waiting: Waiting | undefined
}) {
  const { pathname } = useLocation()
  const isCurrent = currentOf(page, pathname)
  const kinds = tasks.flatMap(({ waits }) => waits ?? [])
  return (
    <li>
      <Link
        to={page.to}
        aria-current={isCurrent}
        ref={isCurrent ? scrollIntoRow : undefined}
        data-waits={kinds.length > 0 ? true : undefined}
      >
        {page.title}
        {waiting ? <TaskCount waiting={waiting} of={kinds} /> : null}
      </Link>
    </li>
  )
}

type Waiting = Reply<typeof adminHome.waiting>

const TASK_TEXTS = { toShip: 'to ship', toHandOver: 'to hand over', unanswered: 'to answer' }

/** The number of open tasks of a page; nothing if there are none. */
function TaskCount({ waiting, of: kinds }: { waiting: Waiting; of: (keyof typeof TASK_TEXTS)[] }) {
  const open = kinds.filter((kind) => waiting[kind] > 0)
  const count = open.reduce((sum, kind) => sum + waiting[kind], 0)
  if (count === 0) return null
  return (
    <span className={styles.count}>
      <span className="visually-hidden">, </span>
      {count > 99 ? '99+' : count}
      <span className="visually-hidden"> {open.map((kind) => TASK_TEXTS[kind]).join(' or ')}</span>
    </span>
  )
}

/** Scrolls a link into view, because on a phone the row of links is wider than the screen. */
function scrollIntoRow(link: HTMLElement | null): void {
  const row = link?.closest('ul')?.parentElement
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}
