/** What is needed to show the pictures of a form: those it was opened with, and those that were sent meanwhile. */
import { useState } from 'react'
import type { PictureFacts } from '#shared/picture.ts'
import { draftOf, keepDraft } from '../../../session/drafts.ts'

type Known = Record<string, PictureFacts>

/** @param key what sent pictures are kept under, beside the draft that names them */
export function usePictureFacts(key: string, saved: (path: string) => PictureFacts | null | undefined) {
  const [known, setKnown] = useState(() => JSON.parse(draftOf(key) ?? '{}') as Known)
  return {
    factsOf: (path: string): PictureFacts | null =>
      path === '' ? null : (saved(path) ?? known[path] ?? null),
    know: (facts: Known) =>
      setKnown((old) => {
        const all = { ...old, ...facts }
        keepDraft(key, JSON.stringify(all))
        return all
      }),
  }
}
