/** The lines of standing orders: of the pattern, and of single dates that have their own. */
import type { StandingLine } from '#shared/wholesale/api/standing.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/time/clock.ts'
import type { Shop } from '#server/platform/shop.ts'
import { sizesSoldTo } from '../prices/sizes.ts'

/** Throws 409 for goods that are not sold to the account. */
export async function requireSold(db: Db, companyId: string, lines: readonly StandingLine[]): Promise<void> {
  const sold = await sizesSoldTo(db, companyId)
    .select(['product_sizes.id', 'product_id'])
    .where(
      'product_sizes.id',
      'in',
      lines.map(({ size }) => size),
    )
    .execute()
  for (const line of lines)
    if (!sold.some(({ id, product_id: product }) => id === line.size && product === line.product))
      throw conflict('One of these products is no longer sold. Reload the page')
}

/** @param date null for the lines of the pattern */
export async function insertLines(
  tx: Tx,
  shop: Shop,
  { order, date }: { order: string; date: string | null },
  lines: readonly StandingLine[],
): Promise<void> {
  await tx
    .insertInto('standing_lines')
    .values(
      lines.map(({ product, size, grind, qty }, position) => ({
        id: newId(shop.clock),
        standing_order_id: order,
        date_id: date,
        position,
        product_id: product,
        size_id: size,
        grind,
        qty,
      })),
    )
    .execute()
}
