/** Files of a former system in the middle of a year of wholesale: open invoices and credit, some of them twice or changed. */
import { importer } from '#server/backoffice/imports/import.testing.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { TestShop } from '../shop.ts'
import type { SignedInVisitor } from '../signed-in.ts'

type From = { shop: TestShop; staff: SignedInVisitor; random: () => number }

/**
 * Imports a file with up to three rows for each account, and then the same file again. Numbers repeat over the year, so that
 * rows are unchanged, changed, used or new. Returns how many rows were written, and what should not be.
 */
export async function takeOver(
  { shop, staff, random }: From,
  companies: readonly string[],
): Promise<{ written: number; wrong: string[] }> {
  const { carryOut } = importer(() => ({ shop, owner: staff }))
  const upTo = (most: number) => Math.floor(random() * most)
  const day = (before: number) =>
    nowAt({ now: () => new Date(shop.clock.now().getTime() - before * DAY) }).day
  const rows = companies.flatMap((company, index) =>
    Array.from({ length: upTo(4) }, (_, place) => {
      const isCredit = place === 2
      const cents = (1 + upTo(50_000)) / 100
      const [number, amount] = isCredit
        ? [`CM-${index}`, `(${cents})`]
        : [`OLD-${index}-${place}`, `$${cents}`]
      return [company, number, day(60 + upTo(60)), day(60 - upTo(90)), amount].join(',')
    }),
  )
  const file = ['Account,Num,Date,Due date,Open balance', ...rows].join('\n')
  const first = await carryOut('open-invoices', file)
  const again = await carryOut('open-invoices', file)
  const wrong = again.counts.create + again.counts.change > 0 ? ['A file was taken over twice'] : []
  const broken =
    first.counts.broken + first.skipped > 0 ? [`Rows were left out: ${JSON.stringify(first)}`] : []
  return { written: first.done, wrong: [...wrong, ...broken] }
}
