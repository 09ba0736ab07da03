/**
 * Products that are sold in another way, or not at all, while a part of the shop is not on: coffees roasted to order become
 * ready stock, and works of art are not for sale. They are remembered, and are as before when the part is on again.
 */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { PartId, PartState } from '#shared/platform/parts.ts'
import type { Tx } from '#server/kernel/db/schema.ts'

/** The column that changes, and its value while the part is on. */
const RULES = {
  roastery: { column: 'is_roasted_to_order', on: 1 },
  artForSale: { column: 'is_draft', on: 0 },
} as const

type Followed = keyof typeof RULES

export const isFollowed = (part: PartId): part is Followed => part in RULES

/**
 * Changes the products of the part. Orders keep what they were placed as: a line took stock, or is roasted. Call it in the
 * transaction that switches the part.
 */
export async function followPart(tx: Tx, part: Followed, state: PartState): Promise<void> {
  const { column, on } = RULES[part]
  const isOn = state === 'on'
  const waiting = await waitingIds(tx, part)
  const ids = isOn ? waiting : await idsOf(tx, part)
  if (ids.length > 0)
    await tx
      .updateTable('products')
      .set((eb) => ({ [column]: isOn ? on : 1 - on, version: eb('version', '+', 1) }))
      .where('id', 'in', ids)
      // A product that the owner has moved to another category meanwhile stays as it is.
      .$if(part === 'roastery', (query) => query.where('category', '=', COFFEE_BEANS))
      .execute()
  const value = JSON.stringify(isOn ? [] : [...waiting, ...ids])
  await tx
    .insertInto('shop_facts')
    .values({ key: keyOf(part), value })
    .onConflict((taken) => taken.column('key').doUpdateSet({ value }))
    .execute()
}

/** The key of the products that change back: a JSON array of ids. */
const keyOf = (part: Followed) => `while ${part} is not on`

async function waitingIds(tx: Tx, part: Followed): Promise<string[]> {
  const row = await tx
    .selectFrom('shop_facts')
    .select('value')
    .where('key', '=', keyOf(part))
    .executeTakeFirst()
  return row ? (JSON.parse(row.value) as string[]) : []
}

async function idsOf(tx: Tx, part: Followed): Promise<string[]> {
  const { column, on } = RULES[part]
  const rows = await tx
    .selectFrom('products')
    .select('id')
    .where(column, '=', on)
    .$if(part === 'artForSale', (query) =>
      query.where('id', 'in', (eb) => eb.selectFrom('works').select('product_id')),
    )
    .execute()
  return rows.map(({ id }) => id)
}
