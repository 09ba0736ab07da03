/** Counts the uses of discount codes, in the transactions of their orders. */
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import { mailboxKey } from '#server/kernel/limits/mailing.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { ordersOf, usesOf, type FoundDiscount, type Person } from './find-discount.ts'

/**
 * The steps of an order that count a use of its code. They run after the order has taken its stock and inserted its row. A
 * step changes no row, so that the order fails, if the code has changed since it was read, is used up, or may not be used by
 * this person. The first step locks the code. So concurrent orders with the same code wait, and the second step sees the
 * uses of earlier orders.
 * @param savedCents what the buyer saves: the discount of the goods and the free shipping
 */
export function takeUse(
  shop: Shop,
  { row }: FoundDiscount,
  person: Person,
  order: { id: string; savedCents: number },
): Step[] {
  const { db } = shop
  const use = {
    order_id: order.id,
    code_id: row.id,
    mailbox: mailboxKey(person.email),
    saved_cents: order.savedCents,
    used_at: isoNow(shop.clock),
  }
  const allowed = db
    .selectFrom('discount_codes')
    .where('id', '=', row.id)
    .$if(row.per_person !== null, (query) =>
      query.where(
        usesOf(db, row.id, person, order.id).select((eb) => eb.fn.countAll<number>().as('uses')),
        '<',
        row.per_person!,
      ),
    )
    .$if(row.first_order_only === 1, (query) =>
      query.where((eb) => eb.not(eb.exists(ordersOf(db, person, order.id).select('orders.id')))),
    )
    .select((eb) => [
      eb.val(use.order_id).as('order_id'),
      eb.val(use.code_id).as('code_id'),
      eb.val(use.mailbox).as('mailbox'),
      eb.val(use.saved_cents).as('saved_cents'),
      eb.val(use.used_at).as('used_at'),
    ])
  return [
    { query: countUse(db, row), rows: 1 },
    {
      query: db
        .insertInto('discount_uses')
        .columns(['order_id', 'code_id', 'mailbox', 'saved_cents', 'used_at'])
        .expression(allowed),
      rows: 1,
    },
  ]
}

function countUse(db: Db, { id, version }: FoundDiscount['row']) {
  return db
    .updateTable('discount_codes')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('is_off', '=', 0)
    .where((eb) => eb.or([eb('total', 'is', null), eb('used', '<', eb.ref('total'))]))
}

/**
 * Releases the use of a code by an order that is closed unpaid, so that it no longer counts. A second call changes
 * nothing. Call it after the stock is returned: orders lock stock before codes.
 */
export async function releaseUse(tx: Tx, shop: Shop, orderId: string): Promise<void> {
  const released = await tx
    .updateTable('discount_uses')
    .set({ released_at: isoNow(shop.clock) })
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
    .returning('code_id')
    .executeTakeFirst()
  if (!released) return
  await tx
    .updateTable('discount_codes')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('id', '=', released.code_id)
    .execute()
}
