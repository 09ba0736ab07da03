import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { JavaScriptNote } from '#app/platform/session/guard.tsx'
import { redirectTarget } from '#app/platform/session/redirect.ts'
import { useRole } from '#app/platform/session/role.ts'
import { useUser } from '#app/platform/session/session.ts'
import { Framed } from '#app/platform/ui/framed.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import styles from './account-page.module.css'
import { Alert } from '#app/platform/ui/alert.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import { Button } from '#app/platform/ui/button.tsx'

/** The redirect targets for which the page says that the cart is not lost. */
const CHECKOUT = /^\/(checkout|shipping|payment|placeorder)(#|$)/
export const isCheckout = (target: string) => CHECKOUT.test(target)
const CHECKOUT_SUBTITLE = 'Sign in or register, then continue to checkout. Your cart is kept.'

export type AccountPageProps = {
  title: string
  subtitle: string
  picture: PictureFacts
  caption: { place: string; notes: string }
  /** Whether signed-in users see the page. Otherwise they are redirected. */
  allowSignedIn?: boolean
  /** Renders the form. `target` is the path to open after signing in. */
  children: (target: string) => ReactNode
}

/** A form beside a picture. Signed-in users are redirected to the target, unless `allowSignedIn` is set. */
export function AccountPage({
  title,
  subtitle,
  picture,
  caption,
  allowSignedIn = false,
  children,
}: AccountPageProps) {
  const user = useUser()
  const [search] = useSearchParams()
  const target = redirectTarget(search)
  // Without a redirect parameter, staff go to the admin home and not to the public home page (decisions/006).
  const isAdminHome = useRole() !== null && !search.has('redirect')
  return (
    <section className={styles.page}>
      <PageHead title={title} hidden />
      {user && !allowSignedIn ? <Navigate to={isAdminHome ? '/admin' : target} replace /> : null}
      <div className={`stack-4 packed full-width ${styles.form}`}>
        <header>
          <h1>{title}</h1>
          <p className={`above-1 lead italic ${styles.subtitle}`}>
            {isCheckout(target) ? CHECKOUT_SUBTITLE : subtitle}
          </p>
        </header>
        <JavaScriptNote />
        {children(target)}
      </div>
      <figure className={`stack-2 ${styles.figure}`}>
        <Framed className={styles.frame}>
          <Picture of={picture} sizes="(min-width: 48rem) 42vw, 90vw" className={styles.picture} />
        </Framed>
        <figcaption>
          <span className="caps">{caption.place}</span>
          <em>{caption.notes}</em>
        </figcaption>
      </figure>
    </section>
  )
}

/** A problem that belongs to no field, such as a failed connection. It is shown until the form is sent again. */
export function FormProblem({ of: problems }: { of: Problems }) {
  return problems[''] ? <Alert tone="danger">{problems['']}</Alert> : null
}

type FormResultProps = { text: string; role?: 'status' | 'alert'; children: ReactNode }

/**
 * A message that replaces a form. The message gets the focus, because the focused element was removed with the form.
 */
export function FormResult({ text, role = 'status', children }: FormResultProps) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div className={`stack-3 items-left ${styles.result}`}>
      <p ref={ref} tabIndex={-1} role={role}>
        {text}
      </p>
      {children}
    </div>
  )
}

/**
 * A submit button that is disabled before hydration. A form that is sent earlier would load a new page without signing
 * in.
 */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  const isHydrated = useUser() !== undefined
  return (
    <Button type="submit" className={styles.submit} busy={busy} disabled={!isHydrated}>
      {children}
    </Button>
  )
}
