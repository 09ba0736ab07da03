/** Mails about the shop itself, which go to all of its owners. */
import type { Tx } from '#server/kernel/db/schema.ts'
import type { MailBody } from '#server/mail/kinds/template.ts'
import { insertMail, type NewMail } from '#server/platform/outbox/row.ts'
import type { Shop } from '#server/platform/shop.ts'
import { lockOwners } from '#server/people/users/users.ts'

/**
 * Queues a mail to each owner, in the transaction of the event that it is about.
 * @param event identifies the event: each owner gets one mail about it
 */
export async function mailOwners(
  tx: Tx,
  shop: Shop,
  event: string,
  { kind, subject, text, html }: Pick<NewMail, 'kind' | 'subject'> & MailBody,
): Promise<void> {
  const owners = await lockOwners(tx)
  const people = await tx.selectFrom('users').select(['id', 'email']).where('id', 'in', owners).execute()
  for (const { id, email: to } of people) {
    const dedupeKey = `${kind}:${event}:${id}`
    await insertMail(tx, shop, { kind, dedupeKey, to, replyTo: null, subject, text, html }).execute()
  }
}
