/** What is said to those who listen: one live region that is there before it speaks, and on every page. */
import { useSyncExternalStore } from 'react'

let said = { text: '', times: 0 }
const listeners = new Set<() => void>()

/** Says a sentence about what has just changed, where the change itself is only seen. */
export function announce(text: string): void {
  said = { text, times: said.times + 1 }
  for (const listener of listeners) listener()
}

/** Where it is said; stands once, in the frame of every page. */
export function LiveRegion() {
  const { text, times } = useSyncExternalStore(
    subscribe,
    () => said,
    () => SILENT,
  )
  // The same sentence a second time is a new one: a different blank makes browsers say it.
  return <output className="visually-hidden">{text && text + (times % 2 ? '\u00a0' : '')}</output>
}

const SILENT = { text: '', times: 0 }

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
