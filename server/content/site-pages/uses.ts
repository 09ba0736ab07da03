/** On which pages a picture is. */
import type { Shop } from '#server/platform/shop.ts'
import { picturesOf, sitePages, valuesOf } from './values.ts'
import { statesOf } from './versions.ts'

/** The titles of the pages that show a picture, published, scheduled or as a draft, by the picture's path. */
export async function usesOfPictures({
  db,
  clock,
}: Pick<Shop, 'db' | 'clock'>): Promise<Map<string, string[]>> {
  const uses = new Map<string, string[]>()
  for (const page of sitePages) {
    const { draft, live, scheduled } = await statesOf(db, clock, page.id)
    const bodies = [live?.body ?? null, ...[draft, scheduled].flatMap((row) => (row ? [row.body] : []))]
    const files = new Set(bodies.flatMap((body) => picturesOf(page, valuesOf(page, body))))
    for (const file of files) uses.set(file, [...(uses.get(file) ?? []), page.title])
  }
  return uses
}
