import { useEffect, useState } from 'react'
import { createPath, useNavigation, type Path } from 'react-router'

/** Timeout for loading the code and data of a page, in milliseconds (decisions/012). */
const CHUNK_LOAD_TIMEOUT = 120_000
/** Milliseconds after which the layout says that the page is still loading. */
const SLOW_AFTER = 8000

export type SlowPage = { state: 'loading' | 'slow' | 'late'; href: string }

/** The page that is being loaded, and whether this takes long. Null if no navigation is in progress. */
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
