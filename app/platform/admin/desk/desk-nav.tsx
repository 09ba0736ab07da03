/** The navigation of the desk: a column at the left of wide screens, a bar with a drawer on others; and the tabs of an entry. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router'
import { adminHome } from '#shared/backoffice/api/admin.ts'
import { roleOfUser } from '#shared/people/api/users.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import {
  adminEntryOf,
  adminGroups,
  isWithin,
  type AdminEntry,
  type AdminGroup,
} from '#shared/platform/admin-pages.ts'
import { currentOf } from '#shared/platform/pages.ts'
import { pageOfTask, TASK_KINDS, TASKS } from '#shared/platform/tasks.ts'
import { counted, plural } from '#shared/kernel/counts.ts'
import { formatDate, timeZoneName } from '#shared/kernel/dates.ts'
import { useBusiness } from '../../api/business.ts'
import { ask } from '../../api/query.ts'
import { formatDeviceDate } from '../../orders/dates.ts'
import { useDrawer } from '../../layout/drawer.ts'
import { Mark } from '../../layout/mark.tsx'
import { SchemeChoice } from '../../layout/scheme-choice.tsx'
import { useRole } from '../../session/role.ts'
import { signOut, useUser } from '../../session/session.ts'
import { AllowedLink } from '../allowed-link.tsx'
import { DeskSearch } from './desk-search.tsx'
import styles from './desk-nav.module.css'

/** The navigation, in the place that the layout keeps for it. Nothing on the server, where the user is not known. */
export function DeskNav() {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only the document has the place
    setPlace(document.getElementById('desk'))
  }, [])
  return place ? createPortal(<Navigation />, place) : null
}

function Navigation() {
  const { mark, parts } = useBusiness()
  const role = useRole()
  const bar = useRef<HTMLElement>(null)
  const { open, toggle } = useDrawer(bar)
  const waiting = useWaiting()
  useKeptScroll(bar)
  return (
    <header ref={bar} className={styles.desk} data-open={open || undefined}>
      <div className={styles.bar}>
        <Link to="/" className={styles.mark} title="See the shop">
          <Mark text={mark} />
          <span className="visually-hidden">{mark}, home</span>
        </Link>
        {waiting ? <Marks of={waiting} /> : null}
        {role ? <DeskSearch role={role} /> : null}
        <button
          type="button"
          className={styles.menu}
          aria-expanded={open}
          aria-controls="desk-menu"
          onClick={toggle}
        >
          {open ? 'CLOSE' : 'MENU'}
        </button>
      </div>
      <div id="desk-menu" className={styles.drawer}>
        {role ? <Groups groups={adminGroups(role, parts)} waiting={waiting} /> : null}
        <Account />
      </div>
    </header>
  )
}

/** The open tasks and the marks. They are read again on each page, because the last one may have changed them. */
function useWaiting(): Waiting | undefined {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const { data } = useQuery({ ...ask(adminHome.waiting, {}), refetchInterval: MINUTE })
  const shownFor = useRef(pathname)
  useEffect(() => {
    if (shownFor.current === pathname) return
    shownFor.current = pathname
    void client.invalidateQueries({ queryKey: ask(adminHome.waiting, {}).queryKey })
  }, [client, pathname])
  return data
}

/** How far the navigation was scrolled. An order has the navigation without the layout of the desk. */
let scrolledTo = 0

function useKeptScroll(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current!
    element.scrollTo({ top: scrolledTo, behavior: 'instant' })
    const keep = () => {
      scrolledTo = element.scrollTop
    }
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [bar])
}

/** Says on every page what is not real: payments, orders, or the time; and whose time it is, if the reader's differs. */
function Marks({ of: { isSandbox, isDemo, daysAhead, now } }: { of: Waiting }) {
  const marks = [
    isSandbox ? { text: 'Sandbox', title: 'No money moves', to: '/admin/services' } : null,
    isDemo ? { text: 'Demo', title: 'Orders are invented', to: '/admin/settings#demo-data' } : null,
    daysAhead > 0
      ? {
          text: `Practice clock: ${formatDate(now, 'shortWeekday')}`,
          title: `${counted(daysAhead, 'day')} ahead`,
          to: '/admin/rehearsal',
        }
      : null,
    isOtherZone(now)
      ? { text: timeZoneName(), title: 'All times are the shop’s', to: '/admin/settings' }
      : null,
  ].filter((mark) => mark !== null)
  if (marks.length === 0) return null
  return (
    <ul className={styles.marks} aria-label="About this shop">
      {marks.map(({ text, title, to }) => (
        <li key={text} title={title}>
          <AllowedLink to={to}>{text}</AllowedLink>
          <span className="visually-hidden">: {title}</span>
        </li>
      ))}
    </ul>
  )
}

/** Whether the clock of the device shows another time than that of the shop. */
function isOtherZone(now: string): boolean {
  return formatDeviceDate(now, 'shortDayAndTime') !== formatDate(now, 'shortDayAndTime')
}

function Groups({ groups, waiting }: { groups: AdminGroup[]; waiting: Waiting | undefined }) {
  // A role with few pages sees all of them at once.
  const isShort = groups.reduce((sum, { entries }) => sum + entries.length, 0) <= MOST_AT_ONCE
  return (
    <nav aria-label="Admin pages">
      <ul className={styles.groups}>
        {groups.map((group) => (
          <Group key={group.title} group={group} isOpen={isShort} waiting={waiting} />
        ))}
      </ul>
    </nav>
  )
}

const MINUTE = 60_000
const MOST_AT_ONCE = 8

type GroupProps = { group: AdminGroup; isOpen: boolean; waiting: Waiting | undefined }

/** A group of several entries shows them while one of them is open. Its name leads to the first. */
function Group({ group: { title, entries }, isOpen, waiting }: GroupProps) {
  const { pathname } = useLocation()
  const [first] = entries
  const isCurrent = entries.some((entry) => isWithin(entry, pathname))
  if (entries.length === 1) return <Entry entry={first!} waiting={waiting} isGroup />
  const areShown = isCurrent || isOpen
  return (
    <li>
      <Link to={first!.to} className={styles.group} aria-current={isCurrent ? 'true' : undefined}>
        {title}
        {areShown ? null : <TaskCount waiting={waiting} of={entries} />}
      </Link>
      {areShown ? (
        <ul className={styles.entries} aria-label={title}>
          {entries.map((entry) => (
            <Entry key={entry.to} entry={entry} waiting={waiting} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

type EntryProps = { entry: AdminEntry; waiting: Waiting | undefined; isGroup?: boolean }

function Entry({ entry, waiting, isGroup = false }: EntryProps) {
  const { pathname } = useLocation()
  const current = currentOf(entry, pathname) ?? (isWithin(entry, pathname) ? 'true' : undefined)
  return (
    <li>
      <Link to={entry.to} className={isGroup ? styles.group : styles.entry} aria-current={current}>
        {entry.title}
        <TaskCount waiting={waiting} of={[entry]} />
      </Link>
    </li>
  )
}

/** The tabs of the entry to which the page belongs. They are pages of their own. Nothing if there are none. */
export function EntryTabs() {
  const { pathname } = useLocation()
  const entry = adminEntryOf(useRole(), pathname, useBusiness().parts)
  if (!entry || entry.tabs.length === 0) return null
  return (
    <nav aria-label={entry.title}>
      <ul className={styles.tabs}>
        {entry.tabs.map((page) => (
          <li key={page.to}>
            <Link to={page.to} aria-current={currentOf(page, pathname)}>
              {page.tab ?? page.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What belongs to the person and the device, at the end. */
function Account() {
  const user = useUser()
  const navigate = useNavigate()
  const role = user ? roleOfUser(user) : null
  const logout = async () => {
    await signOut()
    await navigate('/login')
  }
  return (
    <div className={styles.account}>
      {user && role ? (
        <ul>
          <Line>
            <Link to="/">See the shop</Link>
          </Line>
          <Line>
            <Link to="/profile">
              <span className="visually-hidden">Profile of </span>
              {user.name}
            </Link>
          </Line>
          <Line>
            <button type="button" onClick={() => void logout()}>
              Logout
            </button>
          </Line>
        </ul>
      ) : null}
      <SchemeChoice />
    </div>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <li className={styles.line}>{children}</li>
}

type Waiting = Reply<typeof adminHome.waiting>

/** The number of open tasks of the pages, with their tabs; nothing if there are none. */
function TaskCount({ waiting, of: entries }: { waiting: Waiting | undefined; of: AdminEntry[] }) {
  if (!waiting) return null
  const pages = new Set(entries.flatMap(({ to, tabs }) => [to, ...tabs.map((tab) => tab.to)]))
  const open = TASK_KINDS.filter((kind) => waiting.tasks[kind] && pages.has(pageOfTask(kind)))
  const count = open.reduce((sum, kind) => sum + waiting.tasks[kind]!, 0)
  if (count === 0) return null
  const names =
    open.length === 1
      ? plural(count, ...TASKS[open[0]!].things)
      : `tasks: ${open.map((kind) => counted(waiting.tasks[kind]!, ...TASKS[kind].things)).join(', ')}`
  return (
    <span className={styles.count}>
      <span className="visually-hidden">, </span>
      {count > 99 ? '99+' : count}
      <span className="visually-hidden"> {names}</span>
    </span>
  )
}
