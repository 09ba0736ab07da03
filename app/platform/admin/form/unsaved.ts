/** Asks the user before a form with unsaved changes is closed. */
import { useEffect, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'

const QUESTION = 'You have unsaved changes. Leave without saving them?'

/**
 * Asks before a link or the Back button leaves the page. Also makes the browser ask before the tab is closed.
 * @param onLeave runs if the user leaves without saving
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
 * Like `useUnsaved`, for a form that goes to `list` after a save. Call the returned function after the save.
 * @param list the URL of the list; if it is left out, the form stays open and later changes are protected too
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
    // Runs after the form is no longer unsaved, so that the navigation is not blocked.
    if (isSaved && list !== undefined) void navigate(list)
  }, [isSaved, navigate, list])
  return () => setSaved(true)
}
