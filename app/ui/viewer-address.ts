import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from './use-hydrated.ts'

/**
 * Which picture of a page the viewer shows, kept in the address (`#image-7`), so that it can be sent to a friend and
 * the Back button closes it. `at` counts from 0 and is null while the viewer is closed.
 */
export function useViewerAddress(prefix: string, count: number) {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const alive = useHydrated()
  const go = (to: string, replace: boolean, opened: boolean) =>
    void navigate({ pathname, search, hash: to }, { replace, preventScrollReset: true, state: { opened } })
  const opened = (state as { opened?: boolean } | null)?.opened === true
  const at = alive ? indexIn(hash, prefix, count) : null
  return {
    at,
    show: (index: number) => go(`#${prefix}-${index + 1}`, at !== null, at === null || opened),
    close: () => {
      if (at === null) return
      // What was opened here is left the way one came; an address that was opened as such has nothing behind it.
      if (opened) void navigate(-1)
      else go('', true, false)
    },
  }
}

function indexIn(hash: string, prefix: string, count: number): number | null {
  const number = hash.startsWith(`#${prefix}-`) ? Number(hash.slice(prefix.length + 2)) : 0
  return Number.isInteger(number) && number >= 1 && number <= count ? number - 1 : null
}
