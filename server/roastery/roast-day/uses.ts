/** Which bags the lines of an order get, and which ones they give back. */
import { promisedFirst } from '#shared/roastery/bag-sources.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { OrderedLine } from '../open-lines/ordered-lines.ts'

/** `qty` is negative for bags that a line gives back. `roastedOn` is the roast date of the lot. */
export type Use = { line: number; bags: string; code: string; roastedOn: string; qty: number }

/**
 * Free bags for all lines that still need bags: those of the promised roast day first (shared/roastery/bag-sources.ts), none
 * roasted before `fresh`. Throws 409 that names everything that is missing.
 */
export async function chooseBags(
  tx: Tx,
  lines: readonly OrderedLine[],
  { day, fresh }: { day: string; fresh: string },
): Promise<Use[]> {
  const open = lines.filter((line) => line.filled < line.qty)
  if (open.length === 0) return []
  const rows = await tx
    .selectFrom('bags')
    .innerJoin('coffee_lots as lot', 'lot.id', 'coffee_lot_id')
    .select(['bags.id', 'bags.size_id', 'bags.grind', 'bags.qty_left as left', 'lot.code'])
    .select('lot.roasted_on as roastedOn')
    .where('qty_left', '>', 0)
    .where('roasted_on', '>=', fresh)
    .where(
      'size_id',
      'in',
      open.map(({ sizeId }) => sizeId),
    )
    .orderBy('bags.id')
    .execute()
  const free = promisedFirst(rows, day)
  const uses: Use[] = []
  const missing: string[] = []
  for (const line of open) {
    let pieces = line.qty - line.filled
    for (const bags of free.filter(({ size_id, grind }) => size_id === line.sizeId && grind === line.grind)) {
      const qty = Math.min(pieces, bags.left)
      if (qty > 0)
        uses.push({ line: line.line, bags: bags.id, code: bags.code, roastedOn: bags.roastedOn, qty })
      bags.left -= qty
      pieces -= qty
    }
    if (pieces > 0) missing.push(`${pieces} × ${lineTitle({ ...line, size: line.sizeGrams })}`)
  }
  if (missing.length > 0) throw conflict(`Not packaged yet: ${missing.join('; ')}`, { code: 'left' })
  return uses
}

/** The bags of refunded pieces, the freshest first. */
export async function chooseSurplus(tx: Tx, orderId: string, lines: readonly OrderedLine[]): Promise<Use[]> {
  const over = lines.filter((line) => line.filled > line.qty)
  if (over.length === 0) return []
  const used = await tx
    .selectFrom('bag_uses as used')
    .innerJoin('bags', 'bags.id', 'used.bags_id')
    .innerJoin('coffee_lots as lot', 'lot.id', 'bags.coffee_lot_id')
    .select(['used.position', 'used.bags_id', 'used.qty', 'lot.code', 'lot.roasted_on as roastedOn'])
    .where('used.order_id', '=', orderId)
    .orderBy('lot.roasted_on', 'desc')
    .orderBy('lot.code', 'desc')
    .orderBy('used.bags_id', 'desc')
    .execute()
  return over.flatMap((line) => {
    let pieces = line.filled - line.qty
    return used
      .filter(({ position }) => position === line.line)
      .flatMap(({ bags_id: bags, qty: all, code, roastedOn }) => {
        const qty = Math.min(pieces, all)
        pieces -= qty
        return qty > 0 ? [{ line: line.line, bags, code, roastedOn, qty: -qty }] : []
      })
  })
}

/** Writes the uses of an order, and takes the bags or frees them. Throws 409 if other orders have taken them. */
export async function writeUses(
  tx: Tx,
  orderId: string,
  uses: readonly Use[],
  filled: { filled_at: string; filled_by: string },
): Promise<void> {
  for (const { bags, qty } of uses.toSorted((one, other) => (one.bags < other.bags ? -1 : 1))) {
    const { numUpdatedRows } = await tx
      .updateTable('bags')
      .set((eb) => ({ qty_left: eb('qty_left', '-', qty) }))
      .where('id', '=', bags)
      .where('qty_left', '>=', qty)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n)
      throw conflict('These bags were just used for another order. Try again', { code: 'left' })
  }
  for (const { line, bags, qty } of uses) {
    const ofLine = { order_id: orderId, position: line, bags_id: bags }
    const isGone =
      qty < 0 &&
      (await tx
        .deleteFrom('bag_uses')
        .where((eb) => eb.and(ofLine))
        .where('qty', '=', -qty)
        .returning('bags_id')
        .executeTakeFirst())
    if (isGone) continue
    if (qty < 0)
      await tx
        .updateTable('bag_uses')
        .set((eb) => ({ qty: eb('qty', '+', qty) }))
        .where((eb) => eb.and(ofLine))
        .execute()
    else
      await tx
        .insertInto('bag_uses')
        .values({ ...ofLine, qty, ...filled })
        .onConflict((before) =>
          before
            .columns(['order_id', 'position', 'bags_id'])
            .doUpdateSet((eb) => ({ qty: eb('bag_uses.qty', '+', qty), ...filled })),
        )
        .execute()
  }
}
