/**
 * Stores unsaved text, so that an error, a reload or an expired session loses nothing. The text is in session storage,
 * so it is deleted with the tab. Its key contains the user's id, so other users do not see it.
 */
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { signedInUserId, useUser } from './session.ts'

const keyOf = (id: string) => `draft:${signedInUserId() ?? ''}:${id}`

/** The signed-in user's draft with this id; null if there is none. */
export function loadDraft(id: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(id))
  } catch {
    return null
  }
}

/** Stores a draft of the signed-in user; null deletes it. */
export function saveDraft(id: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(keyOf(id))
    else sessionStorage.setItem(keyOf(id), text)
  } catch {
    // Storage is full or not allowed. The field itself still has the text.
  }
}

/** The state of a text field with a draft. It starts with the stored draft, or with the `saved` text. */
export function useDraft(id: string, saved = '') {
  const userId = useUser()?._id
  const [draft, setDraft] = useState(() => ({ userId, text: loadDraft(id) ?? saved }))
  if (draft.userId !== userId) setDraft({ userId, text: loadDraft(id) ?? saved })
  return {
    text: draft.text,
    type: (text: string) => {
      setDraft({ userId, text })
      saveDraft(id, text === saved ? null : text)
    },
    /** Deletes the draft, and shows the saved text again. */
    discard: () => {
      setDraft({ userId, text: saved })
      saveDraft(id, null)
    },
    /** Deletes the draft after it was sent. Keeps text that was typed while the request was running. */
    clearSent: (sent: string) => {
      setDraft((now) => (now.text === sent ? { ...now, text: saved } : now))
      if (loadDraft(id) === sent) saveDraft(id, null)
    },
  }
}

/**
 * Like `useDraft`, for a field that stays on the screen when its user signs in or the session ends: the text stays too.
 * Returns the text and a function that changes it.
 */
export function useKeptDraft(id: string): [string, Dispatch<SetStateAction<string>>] {
  const userId = useUser()?._id
  const [text, setText] = useState(() => loadDraft(id) ?? '')
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the user's id is in the key of the draft
  useEffect(() => saveDraft(id, text || null), [id, text, userId])
  return [text, setText]
}

/** All drafts of a user in this tab: the changed texts of each form or field. */
export function draftsOf(userId: string): { id: string; texts: string[] }[] {
  const start = `draft:${userId}:`
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(start))
    .map((key) => ({ id: key.slice(start.length), texts: changedTexts(sessionStorage.getItem(key) ?? '') }))
    .filter(({ texts }) => texts.length > 0)
}

/** The draft of a form is JSON with the values before and after the changes. The draft of a field is its text. */
function changedTexts(stored: string): string[] {
  try {
    const { base, typed } = JSON.parse(stored) as Record<string, { values?: Record<string, unknown> }>
    const changed = Object.entries(typed ?? {}).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(base?.values?.[name]),
    )
    return changed.map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)))
  } catch {
    return [stored]
  }
}
