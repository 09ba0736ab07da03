import { useEffect, useState, type RefObject } from 'react'

/**
 * What a form contains; null until something is typed or chosen. The fields are read and not controlled: a choice that is
 * made before hydration is repeated afterwards as a `change` event (app/platform/hydrate-on-input.tsx), which React ignores
 * for radio buttons.
 */
export function useTypedForm(form: RefObject<HTMLFormElement | null>): FormData | null {
  const [typed, setTyped] = useState<FormData | null>(null)
  useEffect(() => {
    const node = form.current!
    const read = () => setTyped(new FormData(node))
    for (const event of EVENTS) node.addEventListener(event, read)
    return () => {
      for (const event of EVENTS) node.removeEventListener(event, read)
    }
  }, [form])
  return typed
}

const EVENTS = ['change', 'input'] as const
