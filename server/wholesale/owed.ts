/** What wholesale still owes (desk page Parts). */
import type { Db } from '#server/kernel/db/schema.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'

/**
 * Applications without a decision, and standing orders that go on.
 * @param db may be a transaction
 */
export async function wholesaleOwed(db: Db): Promise<Owed[]> {
  const applications = await db
    .selectFrom('applications')
    .where('state', 'in', ['sent', 'filled', 'needs'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const standing = await db
    .selectFrom('standing_orders')
    .where('ended_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return [
    ...owedOf(
      applications.count,
      ['application without a decision', 'applications without a decision'],
      '/admin/applications',
    ),
    ...owedOf(standing.count, ['standing order', 'standing orders'], '/admin/accounts'),
  ]
}
