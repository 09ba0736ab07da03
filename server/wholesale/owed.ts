/** What wholesale still owes (desk page Parts). */
import type { Db } from '#server/kernel/db/schema.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'

/**
 * Applications without a decision.
 * @param db may be a transaction
 */
export async function wholesaleOwed(db: Db): Promise<Owed[]> {
  const { count } = await db
    .selectFrom('applications')
    .where('state', 'in', ['sent', 'filled', 'needs'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return owedOf(
    count,
    ['application without a decision', 'applications without a decision'],
    '/admin/applications',
  )
}
