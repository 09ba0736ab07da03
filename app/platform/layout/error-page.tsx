import type { ReactNode } from 'react'
import { createPath, isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import visitor from '#imagery/drawings/visitor.svg'
import { ButtonLink } from '../ui/button.tsx'
import { Framed } from '../ui/framed.tsx'
import { Illustration } from '../ui/illustration.tsx'
import { PageHead } from '../ui/page-head.tsx'
import styles from './error-page.module.css'
import { PageNotLoaded } from './page-not-loaded.tsx'

/** Shown instead of a page that does not exist or could not be rendered. */
export function ErrorPage() {
  const error = useRouteError()
  const address = useLocation()
  if (isOffline()) return <PageNotLoaded href={createPath(address)} />
  if (isRouteErrorResponse(error) && error.status === 404) return <PageNotFound />
  return (
    <ErrorLayout title="Something went wrong" label="Error" text={messageOf(error)}>
      <ButtonLink to="." reloadDocument>
        Try again
      </ButtonLink>
      <ButtonLink to="/" look="quiet">
        Go to the home page
      </ButtonLink>
    </ErrorLayout>
  )
}

/** The page for a URL that does not exist. */
export function PageNotFound() {
  return (
    <ErrorLayout
      title="Page not found"
      label="Error 404"
      text="There is no page at this address. It may have been removed, or the link may be wrong."
    >
      <ButtonLink to="/shop">See the coffees</ButtonLink>
      <ButtonLink to="/" look="quiet">
        Go to the home page
      </ButtonLink>
    </ErrorLayout>
  )
}

/** The layout of pages about errors: a drawing, what happened, and where to go. */
export function ErrorLayout({
  title,
  label,
  text,
  children,
}: {
  title: string
  label: string
  text: string
  children: ReactNode
}) {
  return (
    <section className={`stack-4 ${styles.page}`}>
      <PageHead title={title} hidden />
      <Framed className={styles.frame}>
        <Illustration of={visitor} alt="A visitor of the gallery looks at an empty frame." priority />
      </Framed>
      <div className={`stack-2 ${styles.label}`}>
        <p className="italic">{label}</p>
        <h1>{title}</h1>
        <p>{text}</p>
        <p className="row-2 above-1">{children}</p>
      </div>
    </section>
  )
}

function isOffline(): boolean {
  return 'onLine' in navigator && !navigator.onLine
}

function messageOf(error: unknown): string {
  const data = isRouteErrorResponse(error) ? (error.data as { message?: unknown } | null) : null
  return typeof data?.message === 'string'
    ? data.message
    : 'The shop could not show this page. Please try again in a moment'
}
