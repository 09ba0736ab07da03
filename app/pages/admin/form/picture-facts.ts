/** What is needed to show the pictures of a form: those it was opened with, and those that were sent meanwhile. */
import { useEffect, useState } from 'react'
import type { PictureFacts } from '#shared/picture.ts'
import { loadDraft, saveDraft } from '../../../session/drafts.ts'

type Known = Record<string, PictureFacts>

/** @param key what sent pictures are kept under, beside the draft that names them */
export function usePictureFacts(key: string, saved: (path: string) => PictureFacts | null | undefined) {
  const [known, setKnown] = useState(() => JSON.parse(loadDraft(key) ?? '{}') as Known)
  useEffect(() => {
    if (Object.keys(known).length > 0) saveDraft(key, JSON.stringify(known))
  }, [key, known])
  return {
    factsOf: (path: string): PictureFacts | null =>
      path === '' ? null : (saved(path) ?? known[path] ?? null),
    know: (facts: Known) => setKnown((old) => ({ ...old, ...facts })),
  }
}
