import { useEffect, useState } from 'react'
import { createPath, useNavigation, type Path } from 'react-router'

/** Chunk load timeout in milliseconds (spec section 9: 120 seconds). */
const CHUNK_LOAD_TIMEOUT = 120_000
/** After this many milliseconds a visitor is told that the page is still loading. */
const SLOW_AFTER = 8000

export type SlowPage = { state: 'loading' | 'slow' | 'late'; href: string }

/** The page that is being navigated to, and how long it takes; null while there is none. */
export function useSlowPage(): SlowPage | null {
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
