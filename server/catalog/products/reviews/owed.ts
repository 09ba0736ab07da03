import type { Db } from '#server/kernel/db/schema.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'

/** What keeps reviews from being off: mails that ask for them and wait for their turn. Reviews are public at once. */
export async function owedReviews(db: Db): Promise<Owed[]> {
  const { count } = await db
    .selectFrom('outbox')
    .where('state', '=', 'waiting')
    .where('kind', '=', 'order-review')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return owedOf(Number(count), ['mail that asks for a review', 'mails that ask for reviews'], '/admin/mail')
}
