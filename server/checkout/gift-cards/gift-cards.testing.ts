/** Gift cards for tests. */
import type { TestShop } from '#test/shop.ts'
import { newId } from '#server/kernel/time/clock.ts'
import { newCode } from './codes.ts'

/** A card as if it had been sold at the bar. Returns its code and its id. */
export async function soldCard(shop: TestShop, cents: number): Promise<{ code: string; id: string }> {
  const id = newId(shop.clock)
  const { code, ...columns } = await newCode(shop.shop, id)
  const at = shop.clock.now().toISOString()
  const row = {
    id,
    ...columns,
    state: 'active' as const,
    cents,
    balance_cents: cents,
    created_at: at,
    issued_at: at,
  }
  await shop.db
    .insertInto('gift_cards')
    .values({
      ...row,
      order_id: null,
      replaced_by: null,
      send_on: null,
      mailed_at: null,
      sold_by: 'Bo Barista',
    })
    .execute()
  await shop.db
    .insertInto('gift_card_moves')
    .values({
      id: newId(shop.clock),
      card_id: id,
      cents,
      kind: 'sold',
      order_id: null,
      refund_id: null,
      actor: 'Bo Barista',
      at,
    })
    .execute()
  return { code, id }
}
