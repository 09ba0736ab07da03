import { useEffect, useState, type RefObject } from 'react'

/**
 * What a form contains; null until something is changed. The fields are read and not controlled: a choice that is made before
 * hydration is repeated afterwards as a `change` event (app/platform/hydrate-on-input.tsx), which React ignores for radio
 * buttons.
 */
export function useTyped(form: RefObject<HTMLFormElement | null>): FormData | null {
  const [typed, setTyped] = useState<FormData | null>(null)
  useEffect(() => {
    const node = form.current!
    const read = () => setTyped(new FormData(node))
    node.addEventListener('change', read)
    return () => node.removeEventListener('change', read)
  }, [form])
  return typed
}
