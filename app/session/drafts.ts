/** What is typed and not saved yet, so that an error or a reload loses nothing. It goes with the tab. */
import { useState } from 'react'

const KEY = 'draft:'

/** What was typed about this thing; null without anything. */
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

/** A text that is written and handed in, and then another one; empty unless a reload came between. */
export function useDraft(id: string) {
  const [text, setText] = useState(() => draftOf(id) ?? '')
  return {
    text,
    type: (next: string) => {
      setText(next)
      keepDraft(id, next || null)
    },
    /** Forgets what was handed in. Keys that were pressed meanwhile are another text. */
    settle: (sent: string) => {
      setText((now) => (now === sent ? '' : now))
      if (draftOf(id) === sent) keepDraft(id, null)
    },
  }
}
