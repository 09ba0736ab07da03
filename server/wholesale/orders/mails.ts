/** The mails about an order to the people of its account who chose them. */
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { Db, OrderRow } from '#server/kernel/db/schema.ts'
import { insertMail } from '#server/platform/outbox/row.ts'
import type { Shop } from '#server/platform/shop.ts'

export type OrderNews = 'placed' | 'changed' | 'canceled'

const SUBJECTS: Record<OrderNews, string> = {
  placed: 'We have your order No. {number}',
  changed: 'Your changed order No. {number}',
  canceled: 'Your order No. {number} is canceled',
}

/** The steps that queue one mail per person. Raise `shop.mailSignal` after the commit. */
export async function mailPeople(
  shop: Pick<Shop, 'db' | 'clock' | 'config'>,
  order: Pick<OrderRow, 'id' | 'number' | 'company_id'>,
  news: OrderNews,
): Promise<Step[]> {
  const people = await orderReadersOf(shop.db, order.company_id!)
  return people.map((to) => ({
    query: insertMail(shop.db, shop, {
      kind: 'wholesale-order',
      dedupeKey: `wholesale-order:${order.id}:${news}:${to}`,
      to,
      replyTo: shop.config.mail.inbox,
      subject: SUBJECTS[news].replace('{number}', order.number ?? order.id),
      about: { accountOrder: { order: order.id, news } },
    }),
  }))
}

/** The addresses of the people of an account who want mails about orders. @param db may be a transaction */
export async function orderReadersOf(db: Db, companyId: string): Promise<string[]> {
  const people = await db
    .selectFrom('buyers')
    .select('email')
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .where('mails_orders', '=', 1)
    .orderBy('email')
    .execute()
  return people.map(({ email }) => email)
}
