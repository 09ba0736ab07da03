import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a navigation, moves the focus to the heading of the new page, so that screen readers read it and continue from
 * there. If the page has no heading yet, the focus is on `main` until the heading is rendered (keep-focus.ts).
 */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    focusHeading()
  }, [pathname])
}

/** Focuses the page's heading, or `main` until there is one. */
export function focusHeading(): void {
  const main = document.getElementById('content')
  const heading = main?.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  const target = heading ?? main
  target?.focus({ preventScroll: true })
  isDue = !heading
}

let isDue = false

/** Whether the focus waits on `main` for the heading. */
export const isHeadingDue = () => isDue && document.activeElement?.id === 'content'
