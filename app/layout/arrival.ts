import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A new page is read from its beginning: after a navigation the focus moves to its heading, which tells those who
 * listen where they are; or to `main`, where a page has none yet.
 */
export function useArrival(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    focusHeading()
  }, [pathname])
}

/** Where reading goes on when what had the focus is gone. */
export function focusHeading(): void {
  const main = document.getElementById('content')
  const heading = main?.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  const target = heading ?? main
  target?.focus({ preventScroll: true })
}
