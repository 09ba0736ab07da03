/** The newsletters and subscribers of the demo, mails to its people and its entries of the change log: their removal. */
import { hashOf } from '#server/platform/outbox/excluded.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { BATCH, deleteRows, demoIds, type Marks } from './marks.ts'

/** The query for newsletters of the demo that no admin has saved, and that no real subscriber got. */
export function removableNewsletters(db: Db) {
  return db
    .selectFrom('newsletters')
    .where('newsletters.id', 'in', demoIds(db, 'newsletters'))
    .where('version', '=', 1)
    .where('newsletters.id', 'not in', (eb) =>
      eb
        .selectFrom('newsletter_recipients')
        .where('subscriber_id', 'not in', demoIds(db, 'newsletter_subscribers'))
        .select('newsletter_id'),
    )
}

/** @param newsletters those of `removableNewsletters`, read before the marks were deleted */
export async function removeNews(tx: Tx, newsletters: string[], marks: Marks): Promise<void> {
  await deleteRows(tx, 'newsletters', newsletters)
  for (const ids of inBatches(marks('newsletter_subscribers'), BATCH)) {
    const people = await tx
      .deleteFrom('newsletter_subscribers')
      .where('id', 'in', ids)
      .returning('email')
      .execute()
    const emails = people.map(({ email }) => email)
    if (emails.length === 0) continue
    await tx.deleteFrom('newsletter_consents').where('email', 'in', emails).execute()
    await tx.deleteFrom('suppressed_addresses').where('address_hash', 'in', emails.map(hashOf)).execute()
  }
  await deleteRows(tx, 'record_lines', marks('record_lines'))
}

/**
 * Deletes all mails to invented people, also those about what the owner did with their orders. Call it after messages were
 * removed, because a mail of a message stays as long as the message.
 */
export async function removeMail(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('recipient', 'like', '%@demo.example')
    .where('id', 'not in', (eb) => eb.selectFrom('messages').select('outbox_id'))
    .where('id', 'not in', (eb) => eb.selectFrom('answers').select('outbox_id'))
    .execute()
}
