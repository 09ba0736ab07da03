/** The pictures of pages: in the editor of a page, and the pages that show a picture. */
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { ALL_PARTS, type OpenParts } from '#shared/platform/parts.ts'
import type {
  AnyItem,
  AnyValue,
  AnyValues,
  PictureValue,
  Slot,
  Slots,
} from '#shared/platform/site-pages/slots.ts'
import type { Shop } from '#server/platform/shop.ts'
import { picturesOf, sitePages, valuesOf, type EditablePage } from './values.ts'
import { statesOf } from './versions.ts'

/** The values, with the general description of each picture that has no description here. */
function describePictures(shop: Pick<Shop, 'pictureOf'>, slots: Slots, values: AnyValues): AnyValues {
  const described = (slot: Slot, value: AnyValue): AnyValue => {
    if (slot.kind === 'list')
      return (value as AnyItem[]).map((item) => ({
        ...describePictures(shop, slot.of as Slots, item),
        id: item.id,
      }))
    if (slot.kind !== 'picture') return value
    const picture = value as PictureValue
    return { ...picture, alt: picture.alt || (shop.pictureOf(picture.file)?.alt ?? '') }
  }
  return Object.fromEntries(
    Object.entries(slots).map(([name, slot]) => [name, described(slot, values[name]!)]),
  )
}

/**
 * The values of a version, with described pictures.
 * @param body the JSON of the version; null for the original texts
 * @param parts the parts that the original texts may name
 */
export function describedValues(
  shop: Pick<Shop, 'pictureOf'>,
  page: EditablePage,
  body: string | null,
  parts: OpenParts,
): AnyValues {
  return describePictures(shop, page.slots, valuesOf(page, body, parts))
}

/** The data of the pictures of a page, by path. A picture that does not exist is left out. */
export function factsOf(
  shop: Pick<Shop, 'pictureOf'>,
  page: EditablePage,
  values: AnyValues,
): Record<string, PictureFacts> {
  return Object.fromEntries(
    picturesOf(page, values).flatMap((file) => {
      const facts = shop.pictureOf(file)
      return facts ? [[file, facts]] : []
    }),
  )
}

/** The titles of the pages that show a picture, published, scheduled or as a draft, by the picture's path. */
export async function usesOfPictures({
  db,
  clock,
}: Pick<Shop, 'db' | 'clock'>): Promise<Map<string, string[]>> {
  const uses = new Map<string, string[]>()
  for (const page of sitePages) {
    const { draft, live, scheduled } = await statesOf(db, clock, page.id)
    const bodies = [live?.body ?? null, ...[draft, scheduled].flatMap((row) => (row ? [row.body] : []))]
    const files = new Set(bodies.flatMap((body) => picturesOf(page, valuesOf(page, body, ALL_PARTS))))
    for (const file of files) uses.set(file, [...(uses.get(file) ?? []), page.title])
  }
  return uses
}
