import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A new page is read from its beginning: after a navigation the focus moves to its heading, which tells those who
 * listen where they are. Where a page still waits for its heading, the focus waits on `main`.
 */
export function useArrival(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (focusHeading()) return
    const main = document.getElementById('content')
    if (!main) return
    const waiting = new MutationObserver(() => {
      // Whoever went on meanwhile is left where they are.
      if (document.activeElement !== main || focusHeading()) waiting.disconnect()
    })
    waiting.observe(main, { childList: true, subtree: true })
    return () => waiting.disconnect()
  }, [pathname])
}

/** Where reading goes on when what had the focus is gone: the page's heading; `main` and false where it has none. */
export function focusHeading(): boolean {
  const main = document.getElementById('content')
  const heading = main?.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  const target = heading ?? main
  target?.focus({ preventScroll: true })
  return Boolean(heading)
}
