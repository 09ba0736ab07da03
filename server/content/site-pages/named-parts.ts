/** Which texts of the owner name a part of the shop, so that she can look at them when she switches it off. */
import { isMailOf } from '#shared/platform/mails/parts.ts'
import { PART_WORDS } from '#shared/platform/part-words.ts'
import { ALL_PARTS, PART_IDS, type OpenParts, type PartId } from '#shared/platform/parts.ts'
import type { LinkValue } from '#shared/platform/site-pages/slots.ts'
import type { Shop } from '#server/platform/shop.ts'
import { allPages, valuesOf, visitSlots, type EditablePage } from './values.ts'
import { statesOf } from './versions.ts'

/** A page or a mail of the editor, and the first word in it that names the part: `gift card`. */
export type Naming = { text: string; to: string }

/**
 * The published and scheduled pages and mails that would still name each part while it is off. The default texts follow
 * the parts, so these are texts of the owner.
 */
export async function textsNamingParts({
  db,
  clock,
}: Pick<Shop, 'db' | 'clock'>): Promise<Record<PartId, Naming[]>> {
  const rows = await db.selectFrom('page_versions').select('page').distinct().execute()
  const edited = new Set(rows.map(({ page }) => page))
  const found: [PartId, Naming][] = []
  for (const page of allPages.filter(({ id }) => edited.has(id))) {
    const { live, scheduled } = await statesOf(db, clock, page.id)
    const bodies = [live, scheduled].flatMap((row) => (row ? [row.body] : []))
    for (const part of PART_IDS) {
      // Mails of a part that is off are not sent.
      if (isMailOf(part, page.id)) continue
      const words = bodies.flatMap((body) => wordIn(page, body, part) ?? [])
      if (words[0]) found.push([part, namingOf(page, words[0])])
    }
  }
  return Object.fromEntries(
    PART_IDS.map((id) => [id, found.flatMap(([part, naming]) => (part === id ? [naming] : []))]),
  ) as Record<PartId, Naming[]>
}

function wordIn(page: EditablePage, body: string, part: PartId): string | undefined {
  const { [part]: _, ...without }: OpenParts = ALL_PARTS
  const texts: string[] = []
  visitSlots(page.slots, valuesOf(page, body, without), ({ kind }, value) => {
    if (kind === 'link') texts.push((value as LinkValue).label, (value as LinkValue).to)
    else if (typeof value === 'string') texts.push(value)
  })
  return PART_WORDS[part].exec(texts.join('\n'))?.[0].trim()
}

function namingOf({ id, title, path }: EditablePage, word: string): Naming {
  const what = path === null ? `Your text of the mail “${title}”` : `Your page “${title}”`
  return { text: `${what} says “${word}”`, to: `/admin/pages/${id}` }
}
