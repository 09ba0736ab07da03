/** For forms whose changes would be lost by going away. */
import { useEffect } from 'react'
import { useBlocker } from 'react-router'

const QUESTION = 'You have unsaved changes. Leave without saving them?'

/**
 * Asks before a link or the back button leads away from unsaved changes, and lets the browser ask before it closes.
 * @param onLeave told when they are given up
 */
export function useUnsaved(isUnsaved: boolean, onLeave?: () => void): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (!window.confirm(QUESTION)) return blocker.reset()
    onLeave?.()
    blocker.proceed()
  }, [blocker, onLeave])
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}
