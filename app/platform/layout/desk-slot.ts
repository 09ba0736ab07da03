/** Where the desk's navigation comes from: its code provides it, so that public pages do not load it. */
import { useSyncExternalStore, type ComponentType } from 'react'

let nav: ComponentType | null = null
const listeners = new Set<() => void>()

/** Called by the code of the desk when it is loaded. */
export function provideDeskNav(component: ComponentType): void {
  nav = component
  for (const listener of listeners) listener()
}

/** The navigation of the desk; null until its code is loaded, and on the server. */
export function useDeskNav(): ComponentType | null {
  return useSyncExternalStore(
    subscribe,
    () => nav,
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
