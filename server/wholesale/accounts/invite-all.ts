/** Invites the people who came in by an import, which sends no mail. Their turn is 0 until then. */
import { counted } from '#shared/kernel/counts.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { wholesaleMail } from '#server/platform/outbox/wholesale-mail.ts'
import type { Shop } from '#server/platform/shop.ts'

/** The most mails of one call. */
const MOST = 500
const BATCH = 50

/** Mails the link to join to each of them, once, also if two people press at the same time. */
export async function inviteAll(shop: Shop): Promise<{ message: string }> {
  const people = await uninvited(shop.db).selectAll('buyers').orderBy('buyers.id').limit(MOST).execute()
  let sent = 0
  for (const part of inBatches(people, BATCH))
    sent += await transact(shop.db, async (tx) => {
      const ids = part.map(({ id }) => id)
      const rows = await tx
        .updateTable('buyers')
        .set({ turn: 1, invited_at: isoNow(shop.clock) })
        .where('id', 'in', ids)
        .where('turn', '=', 0)
        .where('removed_at', 'is', null)
        .returning(['id', 'email'])
        .execute()
      for (const { id, email: to } of rows)
        await wholesaleMail(tx, shop, 'wholesale-buyer', { to, about: { buyer: id } }).execute()
      return rows.length
    })
  shop.mailSignal.raise()
  return { message: `${counted(sent, 'invitation is', 'invitations are')} on the way` }
}

export async function countUninvited(db: Db): Promise<number> {
  const { count } = await uninvited(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The people who were not invited yet, without those of closed accounts. */
function uninvited(db: Db) {
  return db
    .selectFrom('buyers')
    .innerJoin('companies', 'companies.id', 'buyers.company_id')
    .where('turn', '=', 0)
    .where('user_id', 'is', null)
    .where('removed_at', 'is', null)
    .where('companies.status', 'in', ['approved', 'hold'])
}
