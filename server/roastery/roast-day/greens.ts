/** The lots of green coffee that can be weighed for a batch. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { roastDay } from '#shared/roastery/api/roast-day.ts'
import type { Shop } from '#server/platform/shop.ts'

/** All lots that have arrived, are not archived and have coffee left, sorted by name. Weights are in grams. */
export async function readGreens({ db }: Shop): Promise<Reply<typeof roastDay.greens>> {
  const rows = await db
    .selectFrom('green_lots')
    .select(['id', 'code', 'name', 'grams_left'])
    .where('arrived_on', 'is not', null)
    .where('archived_at', 'is', null)
    .where('grams_left', '>', 0)
    .orderBy('name')
    .orderBy('code')
    .execute()
  return {
    lots: rows.map(({ id, code, name, grams_left }) => ({ _id: id, code, name, gramsLeft: grams_left })),
  }
}
