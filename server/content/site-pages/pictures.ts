/** The pictures of a page in its editor. */
import type { PictureFacts } from '#shared/kernel/picture.ts'
import type {
  AnyItem,
  AnyValue,
  AnyValues,
  PictureValue,
  Slot,
  Slots,
} from '#shared/platform/site-pages/slots.ts'
import type { Shop } from '#server/platform/shop.ts'
import { picturesOf, valuesOf, type EditablePage } from './values.ts'

/** The values, with the general description of each picture that has no description here. */
function describePictures(
  shop: Pick<Shop, 'pictureOf'>,
  { slots }: { slots: Slots },
  values: AnyValues,
): AnyValues {
  const described = (slot: Slot, value: AnyValue): AnyValue => {
    if (slot.kind === 'list')
      return (value as AnyItem[]).map((item) => ({
        ...describePictures(shop, { slots: slot.of as Slots }, item),
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

/** The values of a version, with described pictures. @param body the JSON of the version; null for the original texts */
export function describedValues(
  shop: Pick<Shop, 'pictureOf'>,
  page: EditablePage,
  body: string | null,
): AnyValues {
  return describePictures(shop, page, valuesOf(page, body))
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
