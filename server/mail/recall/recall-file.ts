/** The orders of a recall as a CSV file: buyers with their mail and postal addresses, phone numbers and bags. */
import { Readable } from 'node:stream'
import type { TracedOrder } from '#shared/mail/api/recall.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { csvHead, csvLine } from '#server/kernel/text/csv.ts'
import { BATCH, affectedOrders, orderIdsOf } from './affected.ts'
import { recordRecall } from './record-recall.ts'
import { scopeOf, type Scope } from './scope.ts'

const HEAD = [
  'Order',
  'Ordered on',
  'State',
  'Buyer',
  'Email',
  'Phone',
  'Recipient',
  'Address',
  'Coffee',
  'Size',
  'Grind',
  'Bags',
  'Refunded',
  'Lot',
  'Roasted on',
]

/** A row for each coffee and lot of an order. The change log says who took the file. Throws 404. */
export async function recallFile(shop: Shop, actor: SignedIn, id: string): Promise<Download> {
  const scope = await scopeOf(shop.db, id)
  const ids = await orderIdsOf(shop.db, scope)
  // The first batch is read before the response starts, so that a database failure returns an error.
  const first = await affectedOrders(shop.db, scope, ids.slice(0, BATCH))
  await recordRecall(shop.db, shop, actor, scope.of, 'Downloaded the buyers')
  const name = `recall-${scope.of.code.replace(/[^A-Za-z0-9-]+/g, '-')}-${dayOf(shop.clock.now())}.csv`
  return { name, content: Readable.from(linesOf(shop, scope, ids, first)) }
}

async function* linesOf(
  { db }: Shop,
  scope: Scope,
  ids: readonly string[],
  first: readonly TracedOrder[],
): AsyncGenerator<string> {
  yield csvHead(HEAD) + first.flatMap(rowsOf).join('')
  for (let from = BATCH; from < ids.length; from += BATCH)
    yield (await affectedOrders(db, scope, ids.slice(from, from + BATCH))).flatMap(rowsOf).join('')
}

function rowsOf(order: TracedOrder): string[] {
  const { code, orderedAt, state, name, email, phone, recipient, isPickup, address } = order
  const where = isPickup ? 'Picked up at the bar' : address
  const day = dayOf(new Date(orderedAt))
  return order.coffees.map((coffee) =>
    csvLine([
      code,
      day,
      order.hasLeft ? state : `${state}, not sent`,
      name,
      email,
      phone,
      recipient,
      where,
      coffee.name,
      coffee.size,
      coffee.grind,
      coffee.qty,
      coffee.refunded,
      coffee.lot,
      coffee.roastedOn,
    ]),
  )
}
