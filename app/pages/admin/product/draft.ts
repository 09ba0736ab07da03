/** What was typed into a product's form and not yet saved, kept as every draft is. */
import type { Product } from '#shared/api/products.ts'
import type { PictureFacts } from '#shared/picture.ts'
import { loadDraft, saveDraft } from '../../../session/drafts.ts'
import type { Values } from './values.ts'

export type Draft = {
  /** When it was typed last. */
  at: string
  /** What the form was opened with: a save may find that the shop has moved on. */
  base: Product
  edits: Partial<Values>
  /** Pictures that were sent in meanwhile. */
  known: Record<string, PictureFacts>
}

const nameOf = (id: string) => `product:${id}`

export function readDraft(id: string): Draft | null {
  try {
    return JSON.parse(loadDraft(nameOf(id)) ?? 'null') as Draft | null
  } catch {
    return null
  }
}

export function writeDraft(id: string, draft: Draft | null): void {
  saveDraft(nameOf(id), draft && JSON.stringify(draft))
}
