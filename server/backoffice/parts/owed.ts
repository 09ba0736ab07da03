/** What must be settled before a part of the shop can be off. Each group knows its own; this file only gathers them. */
import { PART_IDS, type PartId } from '#shared/platform/parts.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { owedArt } from '#server/catalog/artshow/owed.ts'
import { owedReviews } from '#server/catalog/products/reviews/owed.ts'
import { owedCounter } from '#server/checkout/counter/owed.ts'
import { codesOwed } from '#server/checkout/discounts/owed.ts'
import { giftCardsOwed } from '#server/checkout/gift-cards/owed.ts'
import { pickupsOwed } from '#server/checkout/orders/fulfill/pickups-owed.ts'
import { owedEvents } from '#server/content/events/owed.ts'
import { owedNewsletters } from '#server/content/newsletters/owed.ts'
import { accountingFilesOwed } from '#server/payments/accounting/exported.ts'
import type { Owed } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { owedRoastery } from '#server/roastery/open-lines/owed.ts'
import { subscriptionsOwed } from '#server/subscriptions/owed.ts'
import { wholesaleOwed } from '#server/wholesale/owed.ts'

type ReadOwed = (db: Db, shop: Shop) => Promise<Owed[]>

const OWED: Record<PartId, ReadOwed> = {
  roastery: owedRoastery,
  subscriptions: subscriptionsOwed,
  giftCards: giftCardsOwed,
  discountCodes: codesOwed,
  events: owedEvents,
  artForSale: owedArt,
  newsletters: owedNewsletters,
  reviews: owedReviews,
  pickup: pickupsOwed,
  counter: owedCounter,
  accountingFiles: accountingFilesOwed,
  wholesale: wholesaleOwed,
}

/**
 * What is still owed of a part.
 * @param db the transaction of a switch, or the database
 */
export function owedBy(db: Db, shop: Shop, part: PartId): Promise<Owed[]> {
  return OWED[part](db, shop)
}

/** The same of every part. */
export async function owedByAll(shop: Shop): Promise<Record<PartId, Owed[]>> {
  const owed = await Promise.all(PART_IDS.map(async (id) => [id, await owedBy(shop.db, shop, id)] as const))
  return Object.fromEntries(owed) as Record<PartId, Owed[]>
}
