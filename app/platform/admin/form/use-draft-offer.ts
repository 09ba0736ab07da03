/** Stores unsaved input until the tab is closed, and offers to restore it when the form is opened again. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { loadDraft, saveDraft } from '../../session/drafts.ts'
import { isSame } from './merge.ts'
import type { Opened, Opening, useOpened } from './use-opened.ts'

type Draft<V> = {
  /** The time of the last change, ISO 8601. */
  at: string
  /** The state of the resource when the form was opened. */
  base: Opened<V>
  typed: Partial<V>
}

/** Stores input for the form with this key. @param base the state of the resource that the input is based on */
export function storeDraft<V extends object>(key: string, base: Opened<V>, typed: Partial<V>): void {
  const draft: Draft<V> = { at: new Date().toISOString(), base, typed }
  saveDraft(key, JSON.stringify(draft))
}

export function useDraftOffer<V extends object>(
  key: string,
  opened: ReturnType<typeof useOpened<V>>,
  { names, latest }: Opening<V>,
) {
  const { base, values, isDirty } = opened
  const [offered, setOffered] = useState(() => readDraft(key, names, latest))
  const wasDirty = useRef(false)
  const deleteDraft = useCallback(() => saveDraft(key, null), [key])
  const typed = JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name]])))
  useEffect(() => {
    if (isDirty) storeDraft<V>(key, base, JSON.parse(typed) as Partial<V>)
    else if (wasDirty.current) deleteDraft()
    wasDirty.current = isDirty
  }, [key, base, typed, isDirty, deleteDraft])
  return {
    /** The time of the last change, ISO 8601; null if there is nothing to restore. */
    at: offered?.at ?? null,
    deleteDraft,
    restore: () => {
      if (offered) opened.restore(offered.base, { ...offered.base.values, ...offered.typed })
      setOffered(null)
    },
    discard: () => {
      if (!isDirty) deleteDraft()
      setOffered(null)
    },
  }
}

/** The stored draft; null if there is none, or if all of its changes have been saved since. */
function readDraft<V extends object>(
  key: string,
  names: readonly (keyof V & string)[],
  latest: Opened<V>,
): Draft<V> | null {
  try {
    const stored = JSON.parse(loadDraft(key) ?? 'null') as Draft<V> | null
    if (stored === null) return null
    // A draft of an older version of the shop may lack fields.
    const base = { ...stored.base, values: { ...latest.values, ...stored.base.values } }
    const draft = { ...stored, base, typed: { ...base.values, ...stored.typed } }
    const hasChanges = names.some(
      (name) =>
        !isSame(draft.typed[name], base.values[name]) && !isSame(draft.typed[name], latest.values[name]),
    )
    return hasChanges ? draft : null
  } catch {
    return null
  }
}
