/** The mail about an order of a wholesale account, written when it is sent, to each person who chose such mails. */
import { formatCents, toCents } from '#shared/kernel/pricing.ts'
import type { AccountOrder } from '#shared/wholesale/api/account-orders.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { AboutAccountOrder } from '#server/platform/outbox/row.ts'
import type { Shop } from '#server/platform/shop.ts'
import { readOrderForDesk } from '#server/wholesale/orders/read.ts'
import { bill, button, facts, oneLine, quoted, type MailContent } from './template.ts'

type About = AboutAccountOrder['accountOrder']

/** Returns the mail; null if the order no longer exists. It shows the order as it is when the mail is sent. */
export async function aboutAccountOrder(shop: Shop, { order: id, news }: About): Promise<MailContent | null> {
  try {
    const order = await readOrderForDesk(shop, id)
    return accountOrderContent({ order, news, origin: originOf(shop.config) })
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null
    throw error
  }
}

/** The prices in it are those of the account: only its people get it. */
export function accountOrderContent({
  order,
  news,
  origin,
}: {
  order: AccountOrder
  news: About['news']
  origin: string
}): MailContent {
  const where = `${oneLine(order.company.name)}, ${oneLine(order.location)}`
  const sums = [
    ['Goods', cents(order.items)],
    ...(order.shipping > 0 ? [['Shipping', cents(order.shipping)]] : []),
    ['Tax', cents(order.tax)],
  ] as [string, string][]
  return {
    preview: `${where}. ${order.next}`,
    title: TITLES[news],
    parts: [
      FIRST[news],
      order.next,
      facts([
        ['Order', `No. ${order.number}`],
        ['For', where],
        ['Ordered by', oneLine(order.by)],
        ...(order.poNumber ? [['PO number', oneLine(order.poNumber)] as const] : []),
      ]),
      ...(order.note ? [quoted(order.note)] : []),
      bill(
        order.lines.map((line) => [`${line.qty} × ${line.name}`, cents(line.sum)] as const),
        sums,
        ['Total', cents(order.total)],
      ),
      button('See the order', `${origin}/wholesale/orders/${order._id}`),
    ],
    why: 'You get this email because you act for this wholesale account and chose mails about its orders.',
  }
}

const cents = (dollars: number) => formatCents(toCents(dollars))

const TITLES: Record<About['news'], string> = {
  placed: 'We have your order',
  changed: 'Your order is changed',
  canceled: 'Your order is canceled',
}

const FIRST: Record<About['news'], string> = {
  placed: 'Thank you: your order has arrived, and is in our plan.',
  changed: 'Your order is changed. This one replaces the earlier one.',
  canceled: 'Your order is canceled, and its goods are free for others.',
}
