/** What messages and mails have in common: a page of letters, each a line that opens. */
import { type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { RequireAdmin } from '../../session/guard.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { BoneLines, Loading } from '../checkout/bones.tsx'
import { InboxHead } from './inbox-nav.tsx'
import styles from './inbox.module.css'

export function InboxPage({ title, children }: { title: string; children: () => ReactNode }) {
  return (
    <section className={styles.page}>
      <PageHead title={title} hidden />
      <InboxHead title={title} id="inbox" />
      <RequireAdmin skeleton={<Skeleton />}>{children}</RequireAdmin>
    </section>
  )
}

/** The letters of one page of `answer`, with words where there are none. */
export function Letters<T extends { pages: number }>({
  answer,
  page,
  base,
  empty,
  lettersOf,
}: {
  answer: UseQueryResult<T>
  page: number
  /** The address of the first page. */
  base: string
  empty: string
  lettersOf: (data: T) => ReactNode[]
}) {
  if (answer.isPending) {
    return (
      <>
        <Loading what="Fetching the list" />
        <Skeleton />
      </>
    )
  }
  if (answer.isError) return <Trouble error={answer.error} retry={answer.refetch} />
  const letters = lettersOf(answer.data)
  if (letters.length === 0) {
    return page === 1 ? (
      <p>{empty}</p>
    ) : (
      <p>
        There is nothing on this page. <Link to={base}>Go to the newest</Link>
      </p>
    )
  }
  return (
    <div className={styles.list} aria-busy={answer.isPlaceholderData}>
      <ul className={styles.letters} aria-labelledby="inbox">
        {letters}
      </ul>
      <Pagination page={page} pages={answer.data.pages} to={(number) => `${base}/${number}`} />
    </div>
  )
}

/** One line of the list: when, of which kind, who, what; the rest opens below it. */
export function Letter({
  at,
  kind,
  who,
  what,
  state,
  children,
}: {
  at: string
  kind?: string
  who: string
  what: string
  state: ReactNode
  children: ReactNode
}) {
  return (
    <li>
      <details className={styles.letter}>
        <summary className={styles.line}>
          <Moment of={at} />
          {kind ? <span className={styles.kind}>{kind}</span> : null}
          <span className={styles.who}>{who}</span>
          <span className={styles.what}>{what}</span>
          <span className={styles.state}>{state}</span>
        </summary>
        <div className={styles.inside}>{children}</div>
      </details>
    </li>
  )
}

const MAIL_STATES = { waiting: 'Mail waiting', sent: 'Mail sent', failed: 'Mail failed' }

export function MailState({ of: state }: { of: keyof typeof MAIL_STATES }) {
  return <span className={state === 'failed' ? styles.failed : undefined}>{MAIL_STATES[state]}</span>
}

/** What is known beside the text; facts without a value are left out. */
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

export function Text({ children }: { children: string }) {
  return <p className={styles.text}>{children}</p>
}

/** Day and minute, in the reader's own time: only ever shown to somebody signed in, so never on the server. */
export function Moment({ of: instant }: { of: string }) {
  return (
    <time dateTime={instant} className={styles.moment}>
      {FORMAT.format(new Date(instant))}
    </time>
  )
}

const FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

function Skeleton() {
  return <BoneLines count={11} height="2.4rem" />
}
