/** What an admin reads of the outbox. */
import type { Query, Reply } from '#shared/api/endpoint.ts'
import type { messages } from '#shared/api/messages.ts'
import type { Shop } from '../shop.ts'

const PAGE_SIZE = 20

/** All mail, newest first. A page out of range is empty. */
export async function listMail(
  shop: Shop,
  { pageNumber }: Query<typeof messages.mail>,
): Promise<Reply<typeof messages.mail>> {
  const { total } = await shop.db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await shop.db
    .selectFrom('outbox')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset((pageNumber - 1) * PAGE_SIZE)
    .execute()
  return {
    mail: rows.map((row) => ({
      _id: row.id,
      to: row.recipient,
      subject: row.subject,
      text: row.body_text,
      state: row.state,
      attempts: row.attempts,
      problem: row.problem ?? '',
      createdAt: row.created_at,
      sentAt: row.sent_at,
    })),
    page: pageNumber,
    pages: Math.ceil(total / PAGE_SIZE),
    sandbox: shop.providers.mail.mode === 'sandbox',
  }
}
