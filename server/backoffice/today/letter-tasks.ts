/** Letters on the to-do list: messages to answer, and emails that failed. */
import type { Todo } from '#shared/backoffice/api/admin.ts'
import { countFailed } from '#server/mail/sending/list.ts'
import { countUnanswered } from '#server/mail/messages/inbox.ts'
import type { Shop } from '#server/platform/shop.ts'
import { MAX_LISTED } from './task-list.ts'

const EXCERPT = 140

export async function unansweredMessages(shop: Shop): Promise<Todo['unanswered']> {
  const first = await shop.db
    .selectFrom('messages')
    .where('status', '=', 'new')
    .select(['id', 'kind', 'name', 'message', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return {
    count: await countUnanswered(shop),
    first: first.map((message) => ({
      _id: message.id,
      kind: message.kind,
      name: message.name,
      text: message.message.slice(0, EXCERPT).toWellFormed(),
      createdAt: message.created_at,
    })),
  }
}

export async function failedMails(shop: Shop): Promise<Todo['failedMail']> {
  const first = await shop.db
    .selectFrom('outbox')
    .where('state', '=', 'failed')
    .select(['id', 'recipient', 'subject', 'problem', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return {
    count: await countFailed(shop),
    first: first.map((mail) => ({
      _id: mail.id,
      to: mail.recipient,
      subject: mail.subject,
      problem: mail.problem ?? '',
      createdAt: mail.created_at,
    })),
  }
}
