/**
 * One live region for all pages. It is in the document before its text changes, because screen readers require that.
 */
import { useEffect, useSyncExternalStore } from 'react'

let announced = { text: '', times: 0 }
const listeners = new Set<() => void>()

/** Makes screen readers announce a change that is otherwise only visible. */
export function announce(text: string): void {
  announced = { text, times: announced.times + 1 }
  for (const listener of listeners) listener()
}

/** The live region. It is rendered once, in the layout of every page. */
export function LiveRegion() {
  const { text, times } = useSyncExternalStore(
    subscribe,
    () => announced,
    () => EMPTY,
  )
  // Every second text ends with a non-breaking space. Otherwise, screen readers would not announce the same text twice.
  return <output className="visually-hidden">{text && text + (times % 2 ? '\u00a0' : '')}</output>
}

/** Says that a search found nothing. A live region that appears together with its text would not be announced. */
export function NoMatch({ children }: { children: string }) {
  useEffect(() => announce(children), [children])
  return <p>{children}</p>
}

const EMPTY = { text: '', times: 0 }

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
