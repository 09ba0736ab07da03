import { useState } from 'react'
import { saveDraft, useDraft } from '#app/platform/session/drafts.ts'
import { parseObject } from '#app/platform/session/stored-json.ts'

const draftOf = (id: string) => `roast-day:${id}`

/** Stores input for an element that is not on the screen yet. @param id see `useStored` */
export function storeInput(id: string, values: object): void {
  saveDraft(draftOf(id), JSON.stringify(values))
}

/**
 * Input that is stored until its step is completed (app/platform/session/drafts.ts), so that a reload loses nothing.
 * @param id the step and its row; an element needs a `key` with the same id
 */
export function useStored<T extends object>(id: string, initial: T) {
  const { text, type, discard } = useDraft(draftOf(id))
  // The values are also state: a text that is not a weight is NaN, and JSON stores NaN as null.
  const [values, setValues] = useState<T>(() => ({ ...initial, ...(parseObject(text) as Partial<T> | null) }))
  return {
    values,
    isChanged: text !== '',
    set: (change: Partial<T>) => {
      const next = { ...values, ...change }
      setValues(next)
      type(JSON.stringify(next))
    },
    discard: () => {
      setValues(initial)
      discard()
    },
  }
}
