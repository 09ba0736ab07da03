/** Notes that are typed and not saved, so that an error or a reload loses nothing. They go with the tab. */

const KEY = 'noteDraft:'

/** What was typed about this letter; null without anything. */
export function draftOf(id: string): string | null {
  try {
    return sessionStorage.getItem(KEY + id)
  } catch {
    return null
  }
}

export function keepDraft(id: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(KEY + id)
    else sessionStorage.setItem(KEY + id, text)
  } catch {
    // Storage is full or forbidden: the field itself still holds what was typed.
  }
}
