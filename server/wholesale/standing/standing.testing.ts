/** What tests of standing orders and the weekly mail share. */
import { openRoastery } from '#server/roastery/delivery/capacity.testing.ts'
import { signedIn } from '#test/signed-in.ts'
import { cafeOf, type Columns } from '#test/wholesale/cafe.ts'

/**
 * A shop on Wednesday, November 25, 2026, 2:00 PM, with a coffee roasted to order, and a cafe whose buyer is signed in. The
 * cut-off for Thursday, December 3, is Monday, November 30, at noon.
 */
export async function openCafe(columns?: Columns) {
  const roastery = await openRoastery()
  const { shop } = roastery
  const cafe = await signedIn(shop, { name: 'Maria Mosaic' })
  const ids = await cafeOf(shop, cafe, columns)
  const { id: size } = await shop.db
    .selectFrom('product_sizes')
    .select('id')
    .where('product_id', '=', roastery.fresh)
    .executeTakeFirstOrThrow()
  const line = { product: roastery.fresh, size, grind: '', qty: 6 }
  return { ...roastery, ...ids, retail: roastery.buyer, cafe, line, size }
}

/** The body of a weekly standing order for Thursdays. */
export function weekly(location: string, line: object, changes: object = {}) {
  return { location, everyWeeks: 1, weekday: 4, startsOn: '2026-11-25', lines: [line], ...changes }
}
