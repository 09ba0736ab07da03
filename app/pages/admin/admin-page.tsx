/** The owner's desk: what all admin screens stand on, and the parts that their lists are made of. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { UserInfo } from '#shared/api/users.ts'
import { isNotFound } from '../../api/call.ts'
import { RequireAdmin } from '../../session/guard.tsx'
import { SkeletonLines, Loading } from '../../ui/skeleton.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import styles from './admin-page.module.css'
import { Places } from './places.tsx'
import { ShopTime } from './shop-time.tsx'

/** One screen of the desk: the way to the others, a heading with its actions, and for admins what is below. */
export function AdminPage({
  title,
  heading = title,
  back,
  state,
  actions,
  children,
}: {
  /** Of the document. */
  title: string
  /** On the page, where it says more than the title. */
  heading?: ReactNode
  /** Above the heading: where one came from. */
  back?: { to: string; title: string }
  /** Beside the heading: how what is shown stands. */
  state?: string
  actions?: ReactNode
  children: (user: UserInfo) => ReactNode
}) {
  return (
    <section className={styles.desk}>
      <PageHead title={title} hidden />
      <Places />
      {back ? (
        <Link to={back.to} className={styles.back}>
          {back.title}
        </Link>
      ) : null}
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>{heading}</h1>
          {state ? <p className={styles.state}>{state}</p> : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      <ShopTime />
      <RequireAdmin skeleton={<AdminSkeleton />}>{children}</RequireAdmin>
    </section>
  )
}

/** One page of a list with its pagination; words while it comes, where it fails, and where it is empty. */
export function AdminList<T extends { pages: number }>({
  answer,
  what,
  page,
  to,
  isEmpty,
  empty,
  children,
}: {
  answer: UseQueryResult<T>
  /** What is listed, for screen readers: 'orders'. */
  what: string
  page: number
  /** The address of a page; keep the filters of the current one (see `usePageLinks`). */
  to: (page: number) => string
  isEmpty: (data: T) => boolean
  /** Said when there is nothing at all. */
  empty: ReactNode
  children: (data: T) => ReactNode
}) {
  if (answer.isPending) {
    return (
      <>
        <Loading what={`Fetching the ${what}`} />
        <AdminSkeleton />
      </>
    )
  }
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (isEmpty(answer.data)) {
    if (page === 1) return <p>{empty}</p>
    return (
      <p>
        There are no {what} on this page. <Link to={to(1)}>Go to the first</Link>
      </p>
    )
  }
  return (
    <div className={styles.list} aria-busy={answer.isPlaceholderData || undefined}>
      {children(answer.data)}
      <Pagination page={page} pages={answer.data.pages} to={to} />
    </div>
  )
}

/** One thing with its form; words while it comes, where it fails, and where it is gone. */
export function DeskOne<T>({
  answer,
  what,
  gone,
  list,
  children,
}: {
  answer: UseQueryResult<T>
  /** What is fetched, for screen readers: 'product'. */
  what: string
  /** Said where there is none. */
  gone: string
  /** The address of the others. */
  list: string
  children: (data: T) => ReactNode
}) {
  // What came once stays: a form on it holds what was typed.
  if (answer.data !== undefined) return children(answer.data)
  if (isNotFound(answer.error)) {
    return (
      <p>
        {gone} <Link to={list}>See the others</Link>
      </p>
    )
  }
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  return (
    <>
      <Loading what={`Fetching the ${what}`} />
      <AdminSkeleton />
    </>
  )
}

/** Lines where a list will stand. */
export function AdminSkeleton() {
  return <SkeletonLines count={11} height="2.4rem" />
}
