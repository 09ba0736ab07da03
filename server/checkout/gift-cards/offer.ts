/** What the shop sells of gift cards. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { suggestedAmounts } from '#shared/platform/settings/gift-cards.ts'
import type { giftCards } from '#shared/checkout/api/gift-cards.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { GIFT_CARDS } from '#server/platform/settings/groups.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'

/** The amounts, in dollars. Cards are offered only while this part of the shop is on. */
export async function giftCardOffer(shop: Shop): Promise<Reply<typeof giftCards.offer>> {
  const settings = await currentSettings(shop, GIFT_CARDS)
  const { least, most } = settings
  const isOffered = settings.isOffered && (await partOf(shop, 'giftCards')) === 'on'
  return { isOffered, least, most, amounts: suggestedAmounts(settings) }
}
