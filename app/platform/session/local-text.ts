/**
 * A text in local storage, shared by all tabs. If storage is full or not allowed, the text is in memory until the page
 * is closed.
 * @param key the key in local storage
 */
export function localText(key: string) {
  const listeners = new Set<() => void>()
  let inMemory: { text: string | null } | undefined
  return {
    read: (): string | null => {
      if (inMemory) return inMemory.text
      try {
        return localStorage.getItem(key)
      } catch {
        return null
      }
    },
    /** Stores the text and calls all listeners. Null deletes it. */
    write: (text: string | null): void => {
      try {
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
        inMemory = undefined
      } catch {
        inMemory = { text }
      }
      for (const listener of listeners) listener()
    },
    /** Calls `listener` when this tab or another one changes the text. Returns a function that unsubscribes. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      const onStorage = (event: StorageEvent) => {
        if (event.key === null) inMemory = undefined
        if (event.key === key || event.key === null) listener()
      }
      window.addEventListener('storage', onStorage)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', onStorage)
      }
    },
  }
}
