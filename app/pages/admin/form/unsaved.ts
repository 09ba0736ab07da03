/** For forms whose changes would be lost by going away. */
import { useEffect, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'

const QUESTION = 'You have unsaved changes. Leave without saving them?'

/**
 * Asks before a link or the back button leads away from unsaved changes, and lets the browser ask before it closes.
 * @param onLeave runs when they are given up
 */
function useUnsaved(isUnsaved: boolean, onLeave?: () => void): void {
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

/**
 * The same for a form that leads to `list` once it is saved. Call what is answered when it is.
 * @param list without it the form stays, and protects what is typed next
 */
export function useUnsavedUntilSaved(
  isUnsaved: boolean,
  list: string | undefined,
  onLeave?: () => void,
): () => void {
  const navigate = useNavigate()
  const [isSaved, setSaved] = useState(false)
  useUnsaved(isUnsaved && !isSaved, onLeave)
  useEffect(() => {
    // In a render after the save, when nothing is unsaved any more.
    if (isSaved && list !== undefined) void navigate(list)
  }, [isSaved, navigate, list])
  return () => setSaved(true)
}
