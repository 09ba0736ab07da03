/** One live region for all pages. It is in the document before its text changes, as screen readers require. */
import { useSyncExternalStore } from 'react'

let announced = { text: '', times: 0 }
const listeners = new Set<() => void>()

/** Announces a change to screen readers that is otherwise only visible. */
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
  // A non-breaking space after every second text makes screen readers announce a repeated text again.
  return <output className="visually-hidden">{text && text + (times % 2 ? '\u00a0' : '')}</output>
}

const EMPTY = { text: '', times: 0 }

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
