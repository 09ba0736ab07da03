import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import type { PictureFacts } from '#shared/picture.ts'
import { JavaScriptNote } from '../../session/guard.tsx'
import { redirectTarget } from '../../session/redirect.ts'
import { useUser } from '../../session/session.ts'
import { Framed } from '../../ui/framed.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './sign-page.module.css'

/** Whoever is asked to sign in on the way to paying wants to know what becomes of the cart. */
const CHECKOUT = /^\/(shipping|payment|placeorder)$/
const ON_THE_WAY = 'Sign in or register, and go on to check out. Your cart is kept.'

type SignPageProps = {
  title: string
  subtitle: string
  picture: PictureFacts
  caption: { place: string; notes: string }
  /** For those who are signed in as well. */
  forAll?: boolean
  /** The form; `target` is where its links should lead back to. */
  children: (target: string) => ReactNode
}

/** A form beside a picture. Whoever is signed in already is taken on at once, unless the page is for them too. */
export function SignPage({ title, subtitle, picture, caption, forAll = false, children }: SignPageProps) {
  const user = useUser()
  const [search] = useSearchParams()
  const target = redirectTarget(search)
  // An admin comes to work, where the specification's default is the public home page (decisions/032).
  const isAdminHome = user?.isAdmin && !search.has('redirect')
  return (
    <section className={styles.page}>
      <PageHead title={title} hidden />
      {user && !forAll ? <Navigate to={isAdminHome ? '/admin' : target} replace /> : null}
      <div className={styles.form}>
        <header>
          <h1>{title}</h1>
          <p className={styles.subtitle}>{CHECKOUT.test(target) ? ON_THE_WAY : subtitle}</p>
        </header>
        <JavaScriptNote />
        {children(target)}
      </div>
      <figure className={styles.figure}>
        <Framed className={styles.frame}>
          <Picture of={picture} sizes="(min-width: 48rem) 42vw, 90vw" className={styles.picture} />
        </Framed>
        <figcaption>
          <span className={styles.place}>{caption.place}</span>
          <em>{caption.notes}</em>
        </figcaption>
      </figure>
    </section>
  )
}
