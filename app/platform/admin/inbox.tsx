/** The list on the Messages page and on the Mail page. Its items can be opened. */
import type { ReactNode } from 'react'
import type { MailState as State } from '#shared/platform/mails/kinds.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import styles from './inbox.module.css'

/** One page of the list. */
export function InboxList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="may-shrink rule" aria-label={label}>
      {children}
    </ul>
  )
}

/** A list item with date, kind, name and text in one line. Its details open below the line. */
export function InboxItem({
  at,
  kind,
  who,
  what,
  state,
  isOpen = false,
  children,
}: {
  at: string
  kind?: string
  who: string
  what: string
  state: ReactNode
  /** Whether the item is open at first, because the URL contains its id. */
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <li>
      <details className={`rule-below ${styles.item}`} open={isOpen}>
        <summary className={`align-baseline target ${styles.line}`}>
          <Moment of={at} />
          {kind ? <span className={styles.kind}>{kind}</span> : null}
          <span className={styles.who}>{who}</span>
          <span className={styles.what}>{what}</span>
          <span className={styles.state}>{state}</span>
        </summary>
        <div className={`stack-2 ${styles.inside}`}>{children}</div>
      </details>
    </li>
  )
}

const MAIL_STATES: Record<State, string> = {
  waiting: 'Mail waiting',
  sent: 'Mail sent',
  kept: 'Kept, not sent',
  failed: 'Mail failed',
}

export function MailState({ of: state }: { of: State }) {
  return <span className={state === 'failed' ? styles.failed : undefined}>{MAIL_STATES[state]}</span>
}

/** Labels with values. Entries without a value are left out. */
export function Facts({ of: facts }: { of: [string, ReactNode][] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== '' && value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

export function Text({ children }: { children: ReactNode }) {
  return <p className={styles.text}>{children}</p>
}

/** The day and time of an instant, in the shop's time zone. */
export function Moment({ of: instant }: { of: string }) {
  return (
    <time dateTime={instant} className={styles.moment}>
      {formatDate(instant, 'shortDayAndTime')}
    </time>
  )
}
