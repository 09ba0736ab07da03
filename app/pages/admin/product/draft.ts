/**
 * What was typed into a product's form and not yet saved, so that a reload or a session that ended loses nothing. In
 * session storage: it belongs to this tab, and is only offered to who typed it.
 */
import type { Product } from '#shared/api/products.ts'
import type { PictureFacts } from '#shared/picture.ts'
import type { Values } from './values.ts'

export type Draft = {
  user: string
  /** When it was typed last. */
  at: string
  /** What the form was opened with: a save may find that the shop has moved on. */
  base: Product
  edits: Partial<Values>
  /** Pictures that were sent in meanwhile. */
  known: Record<string, PictureFacts>
}

const keyOf = (id: string) => `productDraft:${id}`

export function readDraft(id: string, user: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null') as Draft | null
    return draft?.user === user ? draft : null
  } catch {
    return null
  }
}

export function writeDraft(id: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(id), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(id))
  } catch {
    // Storage is full or forbidden: the form itself still holds what was typed.
  }
}
