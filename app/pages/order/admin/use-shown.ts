import { useEffect, useRef } from 'react'

/**
 * A form that opens with the page, because a link asks for it, is scrolled into view.
 * @param wanted the pieces that the link chooses; empty if an admin opened the form
 */
export function useShown(wanted: string) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (wanted) form.current?.scrollIntoView({ block: 'center' })
  }, [wanted])
  return form
}
