/** The layout of every page: skip link, header, content, footer; on the desk its navigation instead of header and footer. */
import { useEffect, type ReactNode, useState } from 'react'
import { preload } from 'react-dom'
import { useLocation, createPath, useNavigation, type Path } from 'react-router'
import garamond from '#app/platform/styles/fonts/eb-garamond-latin-400.woff2?url'
import spartan from '#app/platform/styles/fonts/league-spartan-latin-500.woff2?url'
import { keepCodeOf } from '#app/platform/cart/code-link.ts'
import { announce, LiveRegion } from '#app/platform/ui/live-region.tsx'
import { focusHeading, isHeadingDue, useFocusOnNavigation } from './focus-heading.ts'
import { isPageOpen } from '#shared/platform/part-pages.ts'
import { useBusinessUpdates, useLoadedBusiness } from '#app/platform/api/business.ts'
import { Announcement } from './announcement.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { Header } from './header.tsx'
import { PageNotFound } from './error-page.tsx'
import { PageNotLoaded } from './page-not-loaded.tsx'

export function Frame({ children }: { children: ReactNode }) {
  for (const font of [spartan, garamond])
    preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  const { pathname, search } = useLocation()
  useEffect(() => keepCodeOf(search), [search])
  const next = useSlowPage()
  useFocusOnNavigation()
  useKeptFocus()
  useBusinessUpdates()
  const isDesk = pathname.startsWith('/admin')
  const parts = useLoadedBusiness()?.parts
  const isOpen = !parts || isPageOpen(pathname, parts)
  return (
    <>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <Announcement />
      {/* Order pages have no header (test/SPEC.md, Header, navigation, footer). admin/desk/desk-nav.tsx fills the element. */}
      {isDesk || pathname.startsWith('/order') ? (
        <div id="desk" className={styles.desk} data-desk={isDesk || undefined} />
      ) : (
        <Header />
      )}
      {next && next.state !== 'late' ? <div className={styles.progress} aria-hidden="true" /> : null}
      <p role="status" className={styles.slow}>
        {next?.state === 'slow' ? 'Still loading. The connection is slow.' : ''}
      </p>
      <LiveRegion />
      <main id="content" tabIndex={-1} className={styles.main}>
        {next?.state === 'late' ? <PageNotLoaded href={next.href} /> : isOpen ? children : <PageNotFound />}
      </main>
      {isDesk ? null : <Footer />}
    </>
  )
}

/** The code is loaded after hydration, so that it adds nothing to the first visit. */
function useKeptFocus(): void {
  useEffect(() => {
    let isOver = false
    let end: (() => void) | undefined
    const start = async () => {
      const { keepFocus } = await import('./keep-focus.ts')
      if (!isOver) end = keepFocus({ focusHeading, isHeadingDue, announce })
    }
    // Without the code, the browser decides where the focus goes.
    start().catch(() => undefined)
    return () => {
      isOver = true
      end?.()
    }
  }, [])
}

/** Timeout for loading the code and data of a page, in milliseconds (decisions/012). */
const CHUNK_LOAD_TIMEOUT = 120_000
/** Milliseconds after which the layout says that the page is still loading. */
const SLOW_AFTER = 8000

type SlowPage = { state: 'loading' | 'slow' | 'late'; href: string }

/** The page that is being loaded, and whether this takes long. Null if no navigation is in progress. */
function useSlowPage(): SlowPage | null {
  const { state, location } = useNavigation()
  const href = state === 'loading' ? createPath(location as Path) : null
  const [reached, setReached] = useState<{ href: string; state: 'slow' | 'late' } | null>(null)
  useEffect(() => {
    if (href === null) return
    const timers = [
      setTimeout(() => setReached({ href, state: 'slow' }), SLOW_AFTER),
      setTimeout(() => setReached({ href, state: 'late' }), CHUNK_LOAD_TIMEOUT),
    ]
    return () => {
      for (const timer of timers) clearTimeout(timer)
      setReached(null)
    }
  }, [href])
  if (href === null) return null
  return { href, state: reached?.href === href ? reached.state : 'loading' }
}
