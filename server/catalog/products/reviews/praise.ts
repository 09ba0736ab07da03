/** Reviews for the home page. */
import { sql } from 'kysely'
import type { Praise } from '#shared/catalog/api/products.ts'
import { DAY, isoIn } from '#server/kernel/time/clock.ts'
import type { Shop } from '#server/platform/shop.ts'
import { matching } from '../catalogue.ts'
import { toReview } from './reviews.ts'

const SHOWN = 3
const PERIOD = 365 * DAY
/** The newest reviews, of which the best are taken. */
const READ = 30
/** In characters: shorter ones say little, and longer ones do not fit. */
const LENGTH = { min: 20, max: 280 }

/**
 * Up to three reviews by verified buyers with at least four stars, each of another product on sale: those with five
 * stars first, then the newest. Hidden reviews are left out.
 */
export async function readPraise({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<Praise[]> {
  const onSale = matching(db, '').select(['id', 'slug', 'name']).as('onSale')
  const rows = await db
    .selectFrom('reviews')
    .innerJoin(onSale, 'onSale.id', 'reviews.product_id')
    .selectAll('reviews')
    .select(['onSale.slug', 'onSale.name as product_name'])
    .where('hidden_at', 'is', null)
    .where('is_by_buyer', '=', 1)
    .where('rating', '>=', 4)
    .where('created_at', '>=', isoIn(clock, -PERIOD))
    .where(sql<boolean>`length(comment) between ${LENGTH.min} and ${LENGTH.max}`)
    .orderBy('created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(READ)
    .execute()
  const best = rows.toSorted((one, other) => other.rating - one.rating)
  const isFirst = (row: (typeof best)[number]) =>
    row === best.find(({ product_id }) => product_id === row.product_id)
  return best
    .filter(isFirst)
    .slice(0, SHOWN)
    .map((row) => ({
      ...toReview(row),
      product: { _id: row.product_id, slug: row.slug, name: row.product_name },
    }))
}
