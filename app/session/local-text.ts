/**
 * A text in local storage, one truth for all tabs. Where storage is full or forbidden it lives as long as the page does.
 */
export function localText(key: string) {
  const listeners = new Set<() => void>()
  let unstorable: { text: string | null } | undefined
  return {
    read: (): string | null => {
      if (unstorable) return unstorable.text
      try {
        return localStorage.getItem(key)
      } catch {
        return null
      }
    },
    /** Stores it, null for nothing, and tells everything that shows it. */
    write: (text: string | null): void => {
      try {
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
        unstorable = undefined
      } catch {
        unstorable = { text }
      }
      for (const listener of listeners) listener()
    },
    /** Calls back when this tab or another one changes it; answers how to stop. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      const onStorage = (event: StorageEvent) => {
        if (event.key === null) unstorable = undefined
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
