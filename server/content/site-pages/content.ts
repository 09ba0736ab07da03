/** What visitors get of a page: the published version, with Markdown as HTML and pictures with their sizes. */
import { addressLine } from '#shared/platform/business.ts'
import type {
  PAGE_PLACEHOLDERS,
  AnyItem,
  AnyValue,
  AnyValues,
  LinkValue,
  PictureValue,
  ShownPicture,
  Slot,
  Slots,
} from '#shared/platform/site-pages/slots.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { sitePages } from '#shared/content/api/site-pages.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import { openPartsOf } from '#server/platform/settings/parts.ts'
import { markdownToHtml } from './markdown.ts'
import { pageOf, valuesOf } from './values.ts'
import { liveVersion, nextScheduled } from './versions.ts'

export type Content = Reply<typeof sitePages.content>

/** The published content of a page. Throws 404 for a page that does not exist. */
export async function publishedContent(shop: Shop, id: string): Promise<Content> {
  const page = pageOf(id)
  if (page.path === null) throw notFound('Page')
  const live = await liveVersion(shop.db, shop.clock, id)
  const next = await nextScheduled(shop.db, shop.clock, id)
  const values = valuesOf(page, live?.body ?? null, await openPartsOf(shop))
  return {
    slots: shownValues(shop, page.slots, values, await businessValues(shop)),
    publishedAt: live?.publish_at ?? null,
    until: next?.publish_at ?? null,
  }
}

type Pictured = Pick<Shop, 'pictureOf'>

/**
 * Converts the values of a page to what visitors get.
 * @param business the values of the placeholders in Markdown texts
 */
export function shownValues(
  shop: Pictured,
  slots: Slots,
  values: AnyValues,
  business: BusinessValues,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(slots).map(([name, slot]) => [name, shown(shop, slot, values[name]!, business)]),
  )
}

function shown(shop: Pictured, slot: Slot, value: AnyValue, business: BusinessValues): unknown {
  switch (slot.kind) {
    case 'line':
    case 'plain':
      return value
    case 'prose':
      return markdownToHtml(value as string, business)
    case 'link':
      return (value as LinkValue).to ? value : null
    case 'picture':
      return shownPicture(shop, value as PictureValue, slot.ratio)
    case 'list':
      return (value as AnyItem[]).map((item) => ({
        id: item.id,
        ...shownValues(shop, slot.of as Slots, item, business),
      }))
  }
}

/** How much another aspect ratio may differ before the picture is cropped. */
const TOLERANCE = 0.01

function shownPicture(
  shop: Pictured,
  { file, alt, x, y }: PictureValue,
  ratio: number | null,
): ShownPicture | null {
  const facts = file === '' ? null : shop.pictureOf(file)
  if (!facts) return null
  const isCropped = ratio !== null && Math.abs(facts.width / facts.height / ratio - 1) > TOLERANCE
  return { ...facts, alt: alt || facts.alt, at: `${x}% ${y}%`, ratio: isCropped ? ratio : null }
}

/** The details of the business in texts, which the owner changes in one place. */
type BusinessValues = Readonly<Record<(typeof PAGE_PLACEHOLDERS)[number], string>>

export async function businessValues(shop: Pick<Shop, 'cached' | 'db' | 'config'>): Promise<BusinessValues> {
  const { roasters, place, contactEmail, phone } = await businessOf(shop)
  return {
    name: roasters,
    address: addressLine(place),
    street: place.street,
    city: place.city,
    email: contactEmail,
    phone,
  }
}
