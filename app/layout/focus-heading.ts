import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a navigation, moves the focus to the heading of the new page, so that screen readers read it and continue from
 * there. If the page has no heading yet, the focus is on `main` until the heading is rendered.
 */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (focusHeading()) return
    const main = document.getElementById('content')
    if (!main) return
    const observer = new MutationObserver(() => {
      // Stops when the visitor has moved the focus.
      if (document.activeElement !== main || focusHeading()) observer.disconnect()
    })
    observer.observe(main, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [pathname])
}

/** Focuses the page's heading, or `main` if there is none. Returns whether there is a heading. */
export function focusHeading(): boolean {
  const main = document.getElementById('content')
  const heading = main?.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  const target = heading ?? main
  target?.focus({ preventScroll: true })
  return Boolean(heading)
}
