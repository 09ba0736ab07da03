/** The migration 029-after-the-purchase.sql: existing totals stay, and only a replacement has the total 0. */
import { expect, test } from 'vitest'
import { oldOrder, openOldDatabase } from '#test/old-database.ts'

const SOLD = { items_cents: 2200, shipping_cents: 816, tax_cents: 22, total_cents: 3038 }
const FREE = { items_cents: 0, shipping_cents: 0, tax_cents: 0, total_cents: 0 }

test('existing totals stay, the previous release can still place orders, and only replacements are free', async () => {
  const { db, migrate, close } = await openOldDatabase('028-pickup')
  try {
    const insert = (id: string, sums: object) =>
      db
        .insertInto('orders')
        .values(oldOrder({ id, state: 'pending', ...sums }))
        .execute()
    await insert('old', SOLD)
    await migrate()
    await insert('new', SOLD)
    await insert('free', { ...FREE, replaces_order_id: 'old' })
    for (const wrong of [FREE, { ...SOLD, total_cents: 3037 }, { ...SOLD, replaces_order_id: 'old' }])
      await expect(insert('wrong', wrong)).rejects.toThrow()
    const rows = await db.selectFrom('orders').select(['id', 'total_cents']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: 'free', total_cents: 0 },
      { id: 'new', total_cents: 3038 },
      { id: 'old', total_cents: 3038 },
    ])
  } finally {
    await close()
  }
})
