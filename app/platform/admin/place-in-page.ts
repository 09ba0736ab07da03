/** Opens a page of the desk at the field or heading that its address names after #. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Milliseconds between two looks for a place that is not loaded yet, and the number of looks. */
const PAUSE = 100
const LOOKS = 50

const FIELDS = 'input, select, textarea'

/** Scrolls to the place and focuses its field, when the form is loaded. The guide does this itself. */
export function usePlaceInPage(): void {
  const { pathname, hash } = useLocation()
  useEffect(() => {
    if (hash.length < 2 || pathname === '/admin/guide') return
    const name = hash.slice(1)
    let looks = 0
    const timer = setInterval(() => {
      looks += 1
      if (openAt(name) || looks === LOOKS) clearInterval(timer)
    }, PAUSE)
    return () => clearInterval(timer)
  }, [pathname, hash])
}

function openAt(name: string): boolean {
  const place = document.getElementById(name) ?? document.getElementsByName(name)[0]
  if (!place) return false
  place.scrollIntoView({ block: 'center' })
  const field = place.matches(FIELDS) ? place : place.closest('section')?.querySelector<HTMLElement>(FIELDS)
  field?.focus({ preventScroll: true })
  return true
}
