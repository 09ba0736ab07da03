import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from './use-hydrated.ts'

/**
 * Stores in the URL which picture the viewer shows (`#image-7`), so that the link can be shared and the Back button
 * closes the viewer. `at` counts from 0 and is null while the viewer is closed.
 */
export function useViewerUrl(prefix: string, count: number) {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const go = (to: string, replace: boolean, opened: boolean) =>
    void navigate({ pathname, search, hash: to }, { replace, preventScrollReset: true, state: { opened } })
  const opened = (state as { opened?: boolean } | null)?.opened === true
  const at = hydrated ? indexIn(hash, prefix, count) : null
  // Going back twice would leave the page.
  const isClosing = useRef(false)
  useLayoutEffect(() => {
    if (at === null) isClosing.current = false
  }, [at])
  return {
    at,
    show: (index: number) => {
      isClosing.current = false
      go(`#${prefix}-${index + 1}`, at !== null, at === null || opened)
    },
    close: () => {
      if (at === null || isClosing.current) return
      isClosing.current = true
      // A viewer that was opened on this page closes by going back. If the URL opened it, there is no entry to go back
      // to.
      if (opened) void navigate(-1)
      else go('', true, false)
    },
  }
}

function indexIn(hash: string, prefix: string, count: number): number | null {
  const number = hash.startsWith(`#${prefix}-`) ? Number(hash.slice(prefix.length + 2)) : 0
  return Number.isInteger(number) && number >= 1 && number <= count ? number - 1 : null
}
