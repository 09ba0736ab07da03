import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { JavaScriptNote } from '../session/guard.tsx'
import { redirectTarget } from '../session/redirect.ts'
import { useRole } from '../session/role.ts'
import { useUser } from '../session/session.ts'
import { Framed } from '../ui/framed.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Picture } from '../ui/picture.tsx'
import styles from './account-page.module.css'

/** The redirect targets for which the page says that the cart is not lost. */
const CHECKOUT = /^\/(shipping|payment|placeorder)$/
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
      <div className={`stack-4 ${styles.form}`}>
        <header>
          <h1>{title}</h1>
          <p className={styles.subtitle}>{isCheckout(target) ? CHECKOUT_SUBTITLE : subtitle}</p>
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
