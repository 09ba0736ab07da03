/** The migration 014-refund-items.sql: refunds that were made before refunds had parts. */
import { expect, test } from 'vitest'
import { OLD_TIME, oldOrder, openOldDatabase } from '#test/old-database.ts'

/** Adds refunds of a paid order and of a surplus payment to the database before the migration; returns their parts after it. */
async function partsAfterwards(
  refunds: { id: string; amount_cents: number; state: string; payment_id?: string }[],
) {
  const { db: old, reopen } = await openOldDatabase('012-kept-mail')
  await old
    .insertInto('orders')
    .values(oldOrder({ id: 'order' }))
    .execute()
  const payment = { order_id: 'order', provider: 'paypal', amount_cents: 3038, currency: 'USD', attempt: 1 }
  const captured = { captured_cents: 3038, captured_at: OLD_TIME, created_at: OLD_TIME, updated_at: OLD_TIME }
  const taken = (id: string, state: string) => ({
    ...payment,
    ...captured,
    id,
    state,
    provider_order_id: id,
    create_request_id: id,
    capture_id: id,
  })
  await old
    .insertInto('payments')
    .values([taken('sale', 'completed'), taken('beside', 'refund_due')])
    .execute()
  const rows = refunds.map(({ id, amount_cents, state, payment_id = 'sale' }) => ({
    id,
    payment_id,
    amount_cents,
    of_sale: payment_id === 'sale' ? 1 : 0,
    state,
    reason: '',
    request_id: id,
    actor: 'Olive Owner',
    created_at: OLD_TIME,
    updated_at: OLD_TIME,
    completed_at: state === 'completed' ? OLD_TIME : null,
  }))
  await old.insertInto('refunds').values(rows).execute()
  const { db, close } = await reopen()
  const parts = await db.selectFrom('refunds').selectAll().orderBy('id').execute()
  await close()
  return parts.map((row) => [row.id, row.goods_cents, row.tax_cents, row.shipping_cents, row.goodwill_cents])
}

test('an earlier refund gets a proportional share of its order, as in the sales export, and the last refund gets the rest', async () => {
  const parts = await partsAfterwards([
    { id: 'a', amount_cents: 2200, state: 'completed' },
    { id: 'b', amount_cents: 500, state: 'failed' },
    { id: 'c', amount_cents: 100, state: 'started' },
    { id: 'd', amount_cents: 738, state: 'completed' },
    { id: 'e', amount_cents: 3038, state: 'completed', payment_id: 'beside' },
  ])
  expect(parts).toEqual([
    ['a', 1593, 16, 591, 0],
    ['b', 362, 4, 134, 0],
    ['c', 72, 1, 27, 0],
    ['d', 535, 5, 198, 0],
    ['e', 0, 0, 0, 0],
  ])
  const live = parts.filter(([id]) => ['a', 'c', 'd'].includes(id as string))
  const sum = (column: number) => live.reduce((all, row) => all + (row[column] as number), 0)
  expect([sum(1), sum(2), sum(3)]).toEqual([2200, 22, 816])
})

test('an earlier refund of one cent gets its parts too', async () => {
  const parts = await partsAfterwards([{ id: 'a', amount_cents: 1, state: 'completed' }])
  expect(parts).toEqual([['a', 1, 0, 0, 0]])
})
