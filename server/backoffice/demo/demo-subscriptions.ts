/** Removes the subscriptions, gift subscriptions and ends of coffees of the demo. */
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import type { Marks } from './demo-roastery.ts'

/** Ids per statement: databases limit the number of values in a statement. */
const BATCH = 500

/** Call it before gift cards and orders are removed. @param orders the orders that are removed */
export async function removeSubscriptions(tx: Tx, marks: Marks, orders: string[]): Promise<void> {
  for (const some of inBatches(orders, BATCH)) {
    await tx.deleteFrom('gift_subscriptions').where('order_id', 'in', some).execute()
    await tx.deleteFrom('payment_methods').where('order_id', 'in', some).execute()
  }
  for (const some of inBatches(marks('subscriptions'), BATCH))
    await tx.deleteFrom('subscriptions').where('id', 'in', some).execute()
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
