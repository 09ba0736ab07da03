/** Letters on the to-do list: messages to answer, and emails that failed. */
import type { Todo } from '#shared/backoffice/api/admin.ts'
import { failedOf } from '#server/mail/sending/list.ts'
import { unansweredOf } from '#server/mail/messages/inbox.ts'
import type { Shop } from '#server/platform/shop.ts'
import { countOf, MAX_LISTED } from './task-list.ts'

const EXCERPT = 140

export async function unansweredMessages(shop: Shop): Promise<Todo['unanswered']> {
  const unanswered = unansweredOf(shop.db)
  const first = await unanswered
    .select(['id', 'kind', 'name', 'message', 'created_at', countOf(unanswered).as('count')])
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return {
    count: first[0]?.count ?? 0,
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
  const failed = failedOf(shop.db)
  const first = await failed
    .select(['id', 'recipient', 'subject', 'problem', 'created_at', countOf(failed).as('count')])
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return {
    count: first[0]?.count ?? 0,
    first: first.map((mail) => ({
      _id: mail.id,
      to: mail.recipient,
      subject: mail.subject,
      problem: mail.problem ?? '',
      createdAt: mail.created_at,
    })),
  }
}
