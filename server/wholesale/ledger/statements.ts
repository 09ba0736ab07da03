/** The statement that each account gets for a month. */
import { addDays } from '#shared/kernel/days.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { insertMail } from '#server/platform/outbox/row.ts'
import { INVOICING } from '#server/platform/settings/groups.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { recipientsOf } from './mail-invoice.ts'
import { balanceOn, movesOf } from './moves.ts'

/** The first and the last day of a month such as '2026-11'. */
export function monthOf(month: string): { from: string; until: string } {
  const from = `${month}-01`
  const next = addDays(from, 31).slice(0, 7)
  return { from, until: addDays(`${next}-01`, -1) }
}

/**
 * Mails the statements of last month to the people who want them, once for each account. Accounts in which nothing moved and
 * nothing is open get none.
 */
export async function mailStatements(shop: Shop): Promise<void> {
  const { sendsStatements } = await currentSettings(shop, INVOICING)
  if (!sendsStatements) return
  const month = addDays(`${nowAt(shop.clock).day.slice(0, 7)}-01`, -1).slice(0, 7)
  const companies = await shop.db
    .selectFrom('ledgers')
    .select('company_id')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('statements_sent')
            .select('month')
            .whereRef('statements_sent.company_id', '=', 'ledgers.company_id')
            .where('month', '=', month),
        ),
      ),
    )
    .execute()
  for (const { company_id } of companies) await mailStatement(shop, company_id, month)
  if (companies.length > 0) shop.mailSignal.raise()
}

function mailStatement(shop: Shop, companyId: string, month: string): Promise<void> {
  return transact(shop.db, async (tx) => {
    const claimed = await tx
      .insertInto('statements_sent')
      .values({ company_id: companyId, month })
      .onConflict((sent) => sent.doNothing())
      .returning('month')
      .executeTakeFirst()
    if (!claimed) return
    const { from, until } = monthOf(month)
    const hasMoves = (await movesOf(tx, companyId, from, until)).length > 0
    if (!hasMoves && (await balanceOn(tx, companyId, until)) === 0) return
    for (const to of await recipientsOf(tx, companyId, 'mails_statements'))
      await insertMail(tx, shop, {
        kind: 'statement',
        dedupeKey: `statement:${companyId}:${month}:${to}`,
        to,
        replyTo: shop.config.mail.inbox,
        subject: `Statement for ${formatDate(from, 'month')}`,
        about: { invoice: { company: companyId, month } },
      }).execute()
  })
}
