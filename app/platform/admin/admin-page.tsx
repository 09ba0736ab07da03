/** The layout of all admin pages, and the states of their lists and single resources. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { UserInfo } from '#shared/people/api/users.ts'
import type { StaffAccess } from '#shared/kernel/roles.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { isNotFound } from '#app/platform/api/call.ts'
import { ProofDialog } from '#app/platform/account-forms/proof-dialog.tsx'
import { RequireStaff } from '#app/platform/session/guard.tsx'
import { SkeletonLines, Loading } from '#app/platform/ui/skeleton.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Pagination } from '#app/platform/ui/pagination.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { EmptyState } from '#app/platform/ui/empty-state.tsx'
import styles from './admin-page.module.css'
import { AllowedLink } from './allowed-link.tsx'
import { RowsChoice, usePageLinks } from './list/filters.tsx'
import { ListFoot } from './list/sorted-table.tsx'
import { EntryTabs } from './desk/desk-nav.tsx'
import { adminPageAt, isPartOn } from '#shared/platform/admin-pages.ts'
import { ADMIN_TEXTS } from '#shared/platform/admin-texts.ts'

/** A page of the desk: a heading with actions, the tabs of its entry, and the content, which only staff with access see. */
export function AdminPage({
  title: given,
  heading,
  back,
  state,
  actions,
  access,
  children,
}: {
  /** The title of the document, if it is not that of the page's link. */
  title?: string
  /** The heading of the page; the title if left out. */
  heading?: ReactNode
  /** A link above the heading, usually to the list. */
  back?: { to: string; title: string }
  /** The state of the resource, beside the heading. */
  state?: string
  actions?: ReactNode
  /** Who may open the page, if the navigation has no link to it. */
  access?: StaffAccess | undefined
  children: (user: UserInfo) => ReactNode
}) {
  const { pathname } = useLocation()
  const page = adminPageAt(pathname)
  const title = given ?? page?.title ?? ''
  const isOn = isPartOn(pathname, useBusiness().parts)
  return (
    <section className={`stack-2 packed figures ${styles.page}`}>
      <PageHead title={title} hidden />
      {back ? (
        <Link to={back.to} className={`reach ${styles.back}`}>
          {back.title}
        </Link>
      ) : null}
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>{heading ?? title}</h1>
          {state ? <p className={styles.state}>{state}</p> : null}
          {page && (given === undefined || page.to === pathname) ? <About page={page.to} /> : null}
        </div>
        {actions ? <div className="row-1-2">{actions}</div> : null}
      </header>
      {back ? null : <EntryTabs />}
      <RequireStaff access={access} skeleton={<AdminSkeleton />}>
        {(user) =>
          isOn ? (
            <>
              <ProofDialog />
              {children(user)}
            </>
          ) : (
            <PartOff />
          )
        }
      </RequireStaff>
    </section>
  )
}

/** Shown instead of a page whose part of the shop is off. */
function PartOff() {
  return (
    <EmptyState
      kind="cleared"
      text="This part of the shop is off. Its data is kept."
      detail="An owner can switch it on again."
      action={<AllowedLink to="/admin/parts">Parts of the shop</AllowedLink>}
    />
  )
}

/** What the page is for, and its section of the guide. */
function About({ page }: { page: string }) {
  const { about, guide } = ADMIN_TEXTS[page] ?? {}
  return (
    <p className={styles.about}>
      {about} {guide ? <Link to={`/admin/guide#${guide}`}>Guide</Link> : null}
    </p>
  )
}

/** One page of a list, with pagination. Also shows the loading, error and empty states. */
export function AdminList<T extends { pages: number }>({
  answer,
  what,
  page,
  base,
  hasRows = true,
  filters = NONE,
  isEmpty,
  empty,
  children,
}: {
  answer: UseQueryResult<T>
  /** The name of the items: 'orders'. */
  what: string
  page: number
  /** The address of the first page, without filters. */
  base: string
  /** Whether one can choose how many rows a page has. */
  hasRows?: boolean
  /** The filters in words, as far as they are set. */
  filters?: readonly (string | false | undefined)[]
  isEmpty: (data: T) => boolean
  /** What an empty list without filters shows. */
  empty: ComponentProps<typeof EmptyState>
  children: (data: T) => ReactNode
}) {
  const to = usePageLinks(base)
  const chosen = filters.filter((each) => each !== undefined && each !== false && each !== '')
  const isNothing = answer.data !== undefined && !answer.isPlaceholderData && isEmpty(answer.data)
  useNothingAnnounced(isNothing, what, answer.isSuccess)
  if (answer.isPending) {
    return <AdminLoading what={what} />
  }
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (isEmpty(answer.data)) {
    if (page === 1)
      return chosen.length > 0 ? (
        <NoMatch what={what} filters={chosen as string[]} base={base} />
      ) : (
        <EmptyState {...empty} />
      )
    return (
      <p>
        There are no {what} on this page. <Link to={to(1)}>Go to the first</Link>
      </p>
    )
  }
  return (
    <div className={`stack-4 ${styles.list}`} aria-busy={answer.isPlaceholderData || undefined}>
      {children(answer.data)}
      <ListFoot>
        <Pagination page={page} pages={answer.data.pages} to={to} />
        {hasRows ? <RowsChoice base={base} /> : null}
      </ListFoot>
    </div>
  )
}

const NONE = [] as const

type NoMatchProps = { what: string; filters: readonly string[]; base: string }

/** Says that the filters leave nothing, and which they are. */
export function NoMatch({ what, filters, base }: NoMatchProps) {
  return (
    <EmptyState
      kind="no-match"
      text={`No ${what.replace(/s$/, '')} matches.`}
      detail={filters.join(', ')}
      action={
        <ButtonLink look="line" to={base}>
          Clear filters
        </ButtonLink>
      }
    />
  )
}

/** Announces that the filters of a list match nothing. An empty list that was just opened is read anyway. */
function useNothingAnnounced(isNothing: boolean, what: string, isLoaded: boolean): void {
  const wasLoaded = useRef(false)
  useEffect(() => {
    if (isNothing && wasLoaded.current) announce(`No ${what} match`)
  }, [isNothing, what])
  useEffect(() => {
    if (isLoaded) wasLoaded.current = true
  }, [isLoaded])
}

/** A page with the form of one resource. Also shows the loading, error and not-found states. */
export function AdminResource<T>({
  answer,
  what,
  gone,
  list,
  children,
}: {
  answer: UseQueryResult<T>
  /** The name of the resource, for screen readers: 'product'. */
  what: string
  /** Shown if the resource does not exist. */
  gone: string
  /** The URL of the list. */
  list: string
  children: (data: T) => ReactNode
}) {
  // The form stays even if a later request fails, because it may have unsaved changes.
  if (answer.data !== undefined) return children(answer.data)
  if (isNotFound(answer.error)) {
    return (
      <p>
        {gone} <Link to={list}>See the others</Link>
      </p>
    )
  }
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  return <AdminLoading what={what} />
}

/** A placeholder for a page that is loading, which screen readers announce as 'Loading the orders'. */
export function AdminLoading({ what }: { what: string }) {
  return (
    <>
      <Loading what={`Loading the ${what}`} />
      <AdminSkeleton />
    </>
  )
}

/** A placeholder for a list that is loading. */
function AdminSkeleton() {
  return <SkeletonLines count={11} height="2.4rem" />
}
