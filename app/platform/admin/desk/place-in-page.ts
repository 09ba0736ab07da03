/** Opens a page of the desk at the field or heading that its address names after #. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Milliseconds between two looks for a place that is not loaded yet, and the number of looks. */
const PAUSE = 100
const LOOKS = 50

const FIELDS = 'input, select, textarea'

/** Scrolls to the place when it is loaded, and focuses its heading, or else its field. */
export function usePlaceInPage(): void {
  const { pathname, hash } = useLocation()
  const address = pathname + hash
  useEffect(() => {
    const name = address.split('#')[1]
    if (!name) return
    let looks = 0
    const timer = setInterval(() => {
      looks += 1
      if (openAt(name) || looks === LOOKS) clearInterval(timer)
    }, PAUSE)
    return () => clearInterval(timer)
  }, [address])
}

function openAt(name: string): boolean {
  const place = document.getElementById(name) ?? document.getElementsByName(name)[0]
  if (!place) return false
  // The link to a section may have focused its heading already.
  if (place.contains(document.activeElement)) return true
  const heading = place.querySelector<HTMLElement>(':scope > h2[tabindex]')
  place.scrollIntoView({ block: heading ? 'start' : 'center' })
  const field = place.matches(FIELDS) ? place : place.closest('section')?.querySelector<HTMLElement>(FIELDS)
  const focused = heading ?? field
  focused?.focus({ preventScroll: true })
  return true
}
