/** What was typed into a form and not saved: kept as long as the tab, and offered when the form is opened again. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { loadDraft, saveDraft } from '../../../session/drafts.ts'
import { isSame } from './merge.ts'
import type { Opened, Opening, useOpened } from './use-opened.ts'

type Draft<V> = {
  /** When it was typed last. */
  at: string
  /** What the form was opened with. */
  base: Opened<V>
  typed: Partial<V>
}

export function useDraftOffer<V extends object>(
  key: string,
  opened: ReturnType<typeof useOpened<V>>,
  { names, latest }: Opening<V>,
) {
  const { base, values, isDirty } = opened
  const [offered, setOffered] = useState(() => readDraft(key, names, latest))
  const wasDirty = useRef(false)
  const drop = useCallback(() => saveDraft(key, null), [key])
  const typed = JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name]])))
  useEffect(() => {
    if (isDirty) {
      const draft = { at: new Date().toISOString(), base, typed: JSON.parse(typed) as Partial<V> }
      saveDraft(key, JSON.stringify(draft))
    } else if (wasDirty.current) drop()
    wasDirty.current = isDirty
  }, [key, base, typed, isDirty, drop])
  return {
    /** When it was typed; null without an offer. */
    at: offered?.at ?? null,
    drop,
    restore: () => {
      if (offered) opened.restore(offered.base, { ...offered.base.values, ...offered.typed })
      setOffered(null)
    },
    forget: () => {
      if (!isDirty) drop()
      setOffered(null)
    },
  }
}

/** Null without a draft, or where the shop has by now what was typed. */
function readDraft<V extends object>(
  key: string,
  names: readonly (keyof V & string)[],
  latest: Opened<V>,
): Draft<V> | null {
  try {
    const draft = JSON.parse(loadDraft(key) ?? 'null') as Draft<V> | null
    const isNews =
      draft !== null &&
      names.some(
        (name) =>
          !isSame(draft.typed[name], draft.base.values[name]) &&
          !isSame(draft.typed[name], latest.values[name]),
      )
    return isNews ? draft : null
  } catch {
    return null
  }
}
