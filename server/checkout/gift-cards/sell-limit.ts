/** What a barista may sell at the bar in a day. Owners and managers have no limit. */
import { formatCents, formatDollars, toCents } from '#shared/kernel/pricing.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { GIFT_CARDS } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nowAt, startOf } from '#server/kernel/time/shop-days.ts'

/** The action in the change log that counts towards the limit. */
export const SOLD = 'Sold at the bar'

/** What this member of staff may still sell today, in cents; null without a limit. */
export async function centsLeftToSell(shop: Shop, staff: SignedIn): Promise<number | null> {
  if (staff.isAdmin) return null
  const { barPerDay } = await currentSettings(shop, GIFT_CARDS)
  return Math.max(0, toCents(barPerDay) - (await centsSoldToday(shop.db, shop, staff)))
}

/**
 * Throws 400 or 409 if the amount is above the limits of this member of staff.
 * @param db the transaction that has locked the account of the member of staff
 */
export async function requireWithinLimit(db: Db, shop: Shop, staff: SignedIn, cents: number): Promise<void> {
  if (staff.isAdmin) return
  const { most, barPerDay } = await currentSettings(shop, GIFT_CARDS)
  if (cents > toCents(most))
    throw badRequest(`A card that you sell may have ${formatDollars(most)} at most. Ask a manager for more`)
  const left = Math.max(0, toCents(barPerDay) - (await centsSoldToday(db, shop, staff)))
  if (cents > left)
    throw conflict(
      left === 0
        ? 'You have sold all gift cards that you may sell today. Ask a manager'
        : `You may sell gift cards of ${formatCents(left)} more today. Ask a manager`,
      { code: 'limit' },
    )
}

async function centsSoldToday(db: Db, shop: Shop, staff: SignedIn): Promise<number> {
  const ids = await soldToday(db, shop, staff)
  if (ids.length === 0) return 0
  const { cents } = await db
    .selectFrom('gift_cards')
    .select((eb) => eb.fn.sum<number | null>('cents').as('cents'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return cents ?? 0
}

/** The ids of the cards that this member of staff sold at the bar today. */
export async function soldToday(db: Db, { clock }: Shop, staff: SignedIn): Promise<string[]> {
  const rows = await db
    .selectFrom('record_lines')
    .select('subject_id')
    .where('subject', '=', 'giftCard')
    .where('action', '=', SOLD)
    .where('actor_id', '=', staff._id)
    .where('at', '>=', startOf(nowAt(clock).day))
    .execute()
  return rows.map(({ subject_id: id }) => id)
}
