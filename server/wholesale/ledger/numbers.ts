/** The numbers of invoices and credit notes: 'W-2026-0001', 'C-2026-0001'. */
import type { Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'

type Series = 'W' | 'C'

/**
 * The next number of a series. Call it as the last lock of the transaction that issues: until its commit no other paper of the
 * series can be issued, and if it is rolled back, the number is given to the next one.
 */
export async function nextNumber(tx: Tx, shop: Pick<Shop, 'clock'>, series: Series): Promise<string> {
  const year = yearOf(shop)
  const { next } = await tx
    .insertInto('paper_numbers')
    .values({ series, year, next: 2 })
    .onConflict((known) =>
      known.columns(['series', 'year']).doUpdateSet((eb) => ({ next: eb('paper_numbers.next', '+', 1) })),
    )
    .returning('next')
    .executeTakeFirstOrThrow()
  return textOf(series, year, next - 1)
}

/** The numbers that the next papers of this year get. */
export async function readNumbers(shop: Shop): Promise<{ year: number; invoice: number; credit: number }> {
  const year = yearOf(shop)
  const rows = await shop.db.selectFrom('paper_numbers').selectAll().where('year', '=', year).execute()
  const of = (series: Series) => rows.find((row) => row.series === series)?.next ?? 1
  return { year, invoice: of('W'), credit: of('C') }
}

/** Sets the number of the next invoice of this year. Throws 409 for a number that was given already, or is below one. */
export async function setNextInvoice(tx: Tx, shop: Pick<Shop, 'clock'>, next: number): Promise<void> {
  const year = yearOf(shop)
  const changed = await tx
    .insertInto('paper_numbers')
    .values({ series: 'W', year, next })
    .onConflict((known) =>
      known.columns(['series', 'year']).doUpdateSet({ next }).where('paper_numbers.next', '<=', next),
    )
    .returning('next')
    .executeTakeFirst()
  if (!changed) throw conflict('Invoices of this year have this number or a later one', { code: 'number' })
}

function yearOf({ clock }: Pick<Shop, 'clock'>): number {
  return Number(nowAt(clock).day.slice(0, 4))
}

function textOf(series: Series, year: number, number: number): string {
  return `${series}-${year}-${String(number).padStart(4, '0')}`
}
