/** The data for showing the pictures of a form: saved pictures, and pictures uploaded since the form was opened. */
import { useEffect, useState } from 'react'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { loadDraft, saveDraft } from '../../session/drafts.ts'
import { parseObject } from '../../session/stored-json.ts'

type FactsByPath = Record<string, PictureFacts>

/** @param key the draft key for the data of uploaded pictures (the form's own draft contains their paths) */
export function usePictureFacts(key: string, saved: (path: string) => PictureFacts | null | undefined) {
  const [uploaded, setUploaded] = useState(() => (parseObject(loadDraft(key)) ?? {}) as FactsByPath)
  useEffect(() => {
    if (Object.keys(uploaded).length > 0) saveDraft(key, JSON.stringify(uploaded))
  }, [key, uploaded])
  return {
    factsOf: (path: string): PictureFacts | null =>
      path === '' ? null : (saved(path) ?? uploaded[path] ?? null),
    addFacts: (facts: FactsByPath) => setUploaded((old) => ({ ...old, ...facts })),
  }
}
