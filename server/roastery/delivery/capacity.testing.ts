/** What tests of the capacity of roast days share. */
import { ROASTING_DEFAULTS } from '#shared/platform/settings/roasting.ts'
import type { CartLines } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

/** The first roast days of the shop that `openRoastery` opens. */
export const [THURSDAY, FRIDAY, MONDAY] = ['2026-11-26', '2026-11-27', '2026-11-30'] as const
/** The green coffee for a bag of 340 g that loses 16%. */
export const BAG = 405

export type Roastery = Awaited<ReturnType<typeof openRoastery>>

/**
 * A shop on Wednesday, November 25, 2026, 2:00 PM in Virginia: an hour before the cut-off for Thursday and Friday. It sells
 * a coffee that is roasted to order.
 */
export async function openRoastery(env: Record<string, string> = {}) {
  const shop = await openShop({ env })
  shop.clock.advance(Date.parse('2026-11-25T19:00:00Z') - shop.clock.now().getTime())
  const admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  const buyer = await signedIn(shop, { name: 'Ann Buyer' })
  const fresh = await shop.sell({ name: 'Fresh Guji', isRoastedToOrder: true, priceCents: 1900 })
  return { shop, admin, buyer, fresh, lines: (qty = 1): CartLines => [{ _id: fresh, qty }], ...reading(shop) }
}

function reading({ db }: TestShop) {
  return {
    bookings: () =>
      db.selectFrom('roast_bookings').select(['order_id', 'day', 'green_grams']).orderBy('day').execute(),
    roastsOn: async (id: string) =>
      (await db.selectFrom('orders').select('roasts_on').where('id', '=', id).executeTakeFirstOrThrow())
        .roasts_on,
  }
}

/** Saves the capacity of all roast days. */
export async function setCapacity(admin: SignedInVisitor, capacity: number | null): Promise<void> {
  const { version } = (await admin.get('/api/settings/roasting')).body
  const saved = await admin.put('/api/settings/roasting', { ...ROASTING_DEFAULTS, capacity, version })
  if (saved.status !== 200) throw new Error(`Not saved: ${saved.text}`)
}

/** The capacity of one day, as the roast plan saves it. */
export async function setDay({ db, shop }: TestShop, day: string, capacity_grams: number | null) {
  await db
    .insertInto('roast_days')
    .values({ day, capacity_grams })
    .onConflict((taken) => taken.column('day').doUpdateSet({ capacity_grams }))
    .execute()
  shop.changed({ tag: 'RoastDays' })
}
