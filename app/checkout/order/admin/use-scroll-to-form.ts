import { useEffect, useRef } from 'react'

/**
 * Scrolls a form into view that a link has opened. Returns the ref of the form.
 * @param wanted the pieces that the link chooses; empty if an admin opened the form
 */
export function useScrollToForm(wanted: string) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (wanted) form.current?.scrollIntoView({ block: 'center' })
  }, [wanted])
  return form
}
