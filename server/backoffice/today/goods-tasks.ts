/** Goods on the to-do list: roast days with open work, stock that is low, and green coffee to reorder. */
import type { Todo } from '#shared/backoffice/api/admin.ts'
import { brand } from '#shared/kernel/brand.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { openRoastDays } from '#server/roastery/roast-day/open-days.ts'
import { lotsOnTheirWay } from '#server/roastery/green/to-shop.ts'
import { coffeesToReorder } from '#server/roastery/green/supply.ts'
import type { Shop } from '#server/platform/shop.ts'
import { countOf, MAX_LISTED, tasksIn } from './task-list.ts'

export async function roastDaysToFinish(shop: Shop): Promise<Todo['roastDays']> {
  return tasksIn(await openRoastDays(shop.db, nowAt(shop.clock).day), (day) => day)
}

export async function sizesRunningLow({ db }: Shop): Promise<Todo['lowStock']> {
  const low = db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .where('removed_at', 'is', null)
    .where('is_draft', '=', 0)
    .where('is_roasted_to_order', '=', 0)
    .where('count_in_stock', '<=', brand.lowStock)
  const first = await low
    .select(['product_id', 'name', 'label', 'grams', 'count_in_stock', countOf(low).as('count')])
    .orderBy('count_in_stock')
    .orderBy('product_sizes.id')
    .limit(MAX_LISTED)
    .execute()
  return {
    count: first[0]?.count ?? 0,
    threshold: brand.lowStock,
    first: first.map(({ product_id: _id, name, count_in_stock: left, ...size }) => ({
      _id,
      name,
      size: labelOf(size),
      left,
    })),
  }
}

export async function greenRunningLow({ db }: Shop): Promise<Todo['greenToReorder']> {
  const coffees = await coffeesToReorder(db)
  return {
    count: coffees.length,
    first: coffees.slice(0, MAX_LISTED).map(({ name, gramsHere, gramsOnTheWay, reorderGrams }) => ({
      name,
      left: gramsHere + gramsOnTheWay,
      reorderBelow: reorderGrams!,
    })),
  }
}

export async function lotsNotInShop(shop: Shop): Promise<Todo['lotsToShop']> {
  return tasksIn(await lotsOnTheirWay(shop), ({ lot, next }) => ({ ...lot, step: next! }))
}
