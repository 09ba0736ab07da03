/** What a bag costs without its coffee. The owner enters it by weight, and it is stored for each size of that weight. */
import { createHash } from 'node:crypto'
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { coffeeCost, PackagingCost } from '#shared/roastery/api/coffee-cost.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { toCents, toDecimal, toDollars } from '#shared/kernel/pricing.ts'
import { weightLabel } from '#shared/kernel/sizes.ts'
import { acquireLock } from '#server/kernel/db/named-lock.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'

type SizeRow = { id: string; grams: number; cents: number | null }

/** The costs by weight, lightest first, and a stamp of their state. */
export async function packagingCosts(db: Db): Promise<{ packaging: PackagingCost[]; stamp: string }> {
  const rows = await sizesWithCosts(db)
  const weights = [...new Set(rows.map(({ grams }) => grams))].toSorted((one, other) => one - other)
  return { packaging: weights.map((grams) => costOf(grams, rows)), stamp: stampOf(rows) }
}

/**
 * Saves the costs of weights. Throws 400 for a weight that no coffee is sold in, and 409 if someone else has changed the
 * costs since they were read.
 */
export async function savePackaging(
  shop: Shop,
  admin: SignedIn,
  { costs, stamp }: Body<typeof coffeeCost.savePackaging>,
): Promise<{ message: string }> {
  await transact(shop.db, async (tx) => {
    await acquireLock(tx, 'packaging-costs')
    const rows = await sizesWithCosts(tx)
    if (stampOf(rows) !== stamp)
      throw conflict('Someone else has changed the packaging costs. Load the page again')
    const changes = []
    for (const { grams, cost } of costs) {
      const sizes = rows.filter((row) => row.grams === grams)
      if (sizes.length === 0) throw badRequest(`No coffee is sold in bags of ${weightLabel(grams)}`)
      const cents = cost === null ? null : toCents(cost)
      const changed = sizes.filter((size) => size.cents !== cents)
      if (changed.length === 0) continue
      await store(tx, shop, { ids: changed.map(({ id }) => id), cents })
      changes.push({
        field: weightLabel(grams),
        before: [...new Set(changed.map((size) => textOf(size.cents)))].join(', '),
        after: textOf(cents),
      })
    }
    const changed = { subject: 'recipe', name: 'Packaging costs', action: 'Changed', changes } as const
    if (changes.length > 0) await logChange(tx, shop, admin, changed)
  })
  return { message: 'The packaging costs are saved' }
}

async function store(
  tx: Db,
  shop: Shop,
  { ids, cents }: { ids: readonly string[]; cents: number | null },
): Promise<void> {
  await tx.deleteFrom('packaging_costs').where('size_id', 'in', ids).execute()
  if (cents === null) return
  const now = isoNow(shop.clock)
  await tx
    .insertInto('packaging_costs')
    .values(ids.map((size_id) => ({ size_id, cents, updated_at: now })))
    .execute()
}

/** The sizes in which coffee is sold, with their costs. */
async function sizesWithCosts(db: Db): Promise<SizeRow[]> {
  const rows = await db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .leftJoin('packaging_costs', 'packaging_costs.size_id', 'product_sizes.id')
    .where('category', '=', COFFEE_BEANS)
    .where('deleted_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('grams', 'is not', null)
    .orderBy('product_sizes.id')
    .select(['product_sizes.id', 'grams', 'cents'])
    .execute()
  return rows.map(({ id, grams, cents }) => ({ id, grams: grams!, cents }))
}

function costOf(grams: number, rows: readonly SizeRow[]): PackagingCost {
  const sizes = rows.filter((row) => row.grams === grams)
  const known = new Set(sizes.flatMap(({ cents }) => (cents === null ? [] : [cents])))
  const [cents] = known
  return {
    grams,
    label: weightLabel(grams),
    cost: known.size === 1 ? toDollars(cents!) : null,
    sizes: sizes.length,
    missing: sizes.filter((size) => size.cents === null).length,
  }
}

/** Differs after every change of a cost, and if a size is added or removed. */
function stampOf(rows: readonly SizeRow[]): string {
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 22)
}

function textOf(cents: number | null): string {
  return cents === null ? '' : `$${toDecimal(cents)}`
}
