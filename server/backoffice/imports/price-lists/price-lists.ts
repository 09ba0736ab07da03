/** Imports price lists: makes new ones, and adds rows to those that exist. */
import type { Tx } from '#server/kernel/db/schema.ts'
import { logChanges } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { savePriceListIn } from '#server/wholesale/prices/price-lists.ts'
import type { Batch, Kind } from '../kind.ts'
import { planPriceLists, savings } from './plan.ts'
import { readPriceLists, type PriceListData } from './read.ts'

export const priceLists: Kind<PriceListData> = {
  part: 'wholesale',
  read: readPriceLists,
  plan: planPriceLists,
  apply: applyPriceLists,
  applied: () => {},
}

async function applyPriceLists(tx: Tx, shop: Shop, { actor, items }: Batch<PriceListData>): Promise<void> {
  const lines = []
  for (const { item, planned } of items) {
    const { before, edit } = savings.get(item)!
    lines.push({
      subject: 'priceList' as const,
      id: await savePriceListIn(tx, shop, before, edit),
      name: edit.name,
      action: before ? 'Changed by an import' : 'Created by an import',
      changes: planned.changes,
    })
  }
  await logChanges(tx, shop, actor, lines)
}
