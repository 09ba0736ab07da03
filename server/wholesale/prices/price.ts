/** What an account pays: its prices on a day, as the order page and the writer of orders use them. */
import type { Prices } from '#shared/wholesale/prices.ts'
import type { CompanyRow, Db, PriceListRow } from '#server/kernel/db/schema.ts'
import { breaksOf, pricesIn } from './price-lists.ts'

/** The prices of an account, with its list; null without a list. */
export type AccountPrices = Prices & { list: Pick<PriceListRow, 'id' | 'name' | 'version'> | null }

/**
 * The prices of an account. Its own percentage counts before that of its list (shared/wholesale/prices.ts has the rule).
 * @param db may be a transaction
 */
export async function pricesFor(
  db: Db,
  company: Pick<CompanyRow, 'price_list_id' | 'percent_off'>,
): Promise<AccountPrices> {
  const row = company.price_list_id
    ? await db
        .selectFrom('price_lists')
        .selectAll()
        .where('id', '=', company.price_list_id)
        .executeTakeFirst()
    : undefined
  return {
    percentOff: company.percent_off ?? row?.percent_off ?? null,
    floorCents: row?.floor_cents ?? null,
    breaks: row ? breaksOf(row) : [],
    prices: row ? pricesIn(row) : [],
    list: row ? { id: row.id, name: row.name, version: row.version } : null,
  }
}
