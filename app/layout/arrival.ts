import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * A new page is read from its beginning: after a navigation the focus moves to `main`, as a browser would
 * do it without JavaScript. Answers the title of the page arrived at, for a live region to tell.
 */
export function useArrival(): string {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById('content')?.focus({ preventScroll: true })
    setTitle(document.title)
  }, [pathname])
  return title
}
