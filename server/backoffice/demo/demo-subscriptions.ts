/** Removes the subscriptions, gift subscriptions and ends of coffees of the demo. */
import type { Tx } from '#server/kernel/db/schema.ts'
import { deleteRows, type Marks } from './marks.ts'

/** Call it before gift cards and orders are removed. @param orders the orders that are removed */
export async function removeSubscriptions(tx: Tx, marks: Marks, orders: readonly string[]): Promise<void> {
  await deleteRows(tx, 'gift_subscriptions', orders, 'order_id')
  await deleteRows(tx, 'payment_methods', orders, 'order_id')
  await deleteRows(tx, 'subscriptions', marks('subscriptions'))
  for (const mark of marks('coffee_endings')) {
    const { product, day } = readEnding(mark)
    await tx
      .deleteFrom('coffee_endings')
      .where('product_id', '=', product)
      .where('ends_on', '=', day)
      .execute()
  }
}

/** The mark of the end of a coffee has its day, because an end that the owner has moved stays. */
export function markOfEnding(product: string, day: string): string {
  return `${product} ${day}`
}

function readEnding(mark: string): { product: string; day: string } {
  const [product = '', day = ''] = mark.split(' ')
  return { product, day }
}
