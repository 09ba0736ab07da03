/**
 * What is typed and not saved yet, so that an error, a reload or a session that ended loses nothing. In session
 * storage: it goes with the tab, and is only offered to who typed it.
 */
import { useState } from 'react'
import { idHere, useUser } from './session.ts'

const keyOf = (id: string) => `draft:${idHere() ?? ''}:${id}`

/** What whoever is signed in typed about this thing; null without anything. */
export function draftOf(id: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(id))
  } catch {
    return null
  }
}

export function keepDraft(id: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(keyOf(id))
    else sessionStorage.setItem(keyOf(id), text)
  } catch {
    // Storage is full or forbidden: the field itself still holds what was typed.
  }
}

/** A text that is written and handed in, and then another one; empty unless its writer comes back to it. */
export function useDraft(id: string) {
  const writer = useUser()?._id
  const [held, setHeld] = useState(() => ({ writer, text: draftOf(id) ?? '' }))
  if (held.writer !== writer) setHeld({ writer, text: draftOf(id) ?? '' })
  return {
    text: held.text,
    type: (text: string) => {
      setHeld({ writer, text })
      keepDraft(id, text || null)
    },
    /** Forgets what was handed in. Keys that were pressed meanwhile are another text. */
    settle: (sent: string) => {
      setHeld((now) => (now.text === sent ? { ...now, text: '' } : now))
      if (draftOf(id) === sent) keepDraft(id, null)
    },
  }
}
