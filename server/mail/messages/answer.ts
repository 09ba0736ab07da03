/** Answers a visitor's message: stores the answer and its mail in one transaction. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { inbox, StoredMessage } from '#shared/mail/api/inbox.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import { waitingMail } from '#server/platform/outbox/row.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { differences, logChange } from '#server/platform/change-log/change-log.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { findMessage } from './inbox.ts'
import { answerMailFor } from './message-mail.ts'

type AnswerBody = Body<typeof inbox.answer>

/**
 * Answers a message by mail and marks it as answered. A repeated request with the same text, admin and number of seen
 * answers creates only one answer. If another answer was written since the caller loaded the message, nothing is sent
 * and it throws 409.
 */
export async function answerMessage(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { text, seen }: AnswerBody,
): Promise<StoredMessage> {
  const before = await findMessage(shop, id)
  if (before.answers.length === seen) await store(shop, admin, before, { text, seen })
  const message = await findMessage(shop, id)
  const ours = message.answers[seen]
  if (ours?.by === admin.name && ours.text === text) return message
  throw conflict('Another admin has already answered', { letter: message })
}

/** Does nothing if a concurrent request has stored an answer with the same number. */
async function store(
  shop: Shop,
  admin: SignedIn,
  message: StoredMessage,
  { text, seen }: AnswerBody,
): Promise<void> {
  const { _id: id, name } = message
  const number = seen + 1
  const mail = waitingMail(shop, {
    kind: 'answer',
    dedupeKey: `answer:${id}:${number}`,
    to: message.email,
    replyTo: shop.config.mail.inbox,
    ...answerMailFor(message, text, originOf(shop.config), await businessOf(shop)),
  })
  const answer = {
    message_id: id,
    number,
    text,
    written_by: admin.name,
    outbox_id: mail.id,
    created_at: isoNow(shop.clock),
  }
  try {
    await transact(shop.db, async (tx) => {
      await tx.insertInto('outbox').values(mail).execute()
      await tx.insertInto('answers').values(answer).execute()
      const { status: was } = await tx
        .selectFrom('messages')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await tx.updateTable('messages').set({ status: 'answered' }).where('id', '=', id).execute()
      const changes = differences({ status: was }, { status: 'answered' }, { status: 'Status' })
      await logChange(tx, shop, admin, { subject: 'message', id, name, action: 'Answered', changes })
    })
  } catch (error) {
    if (isUniqueViolation(error)) return
    throw error
  }
  shop.mailSignal.raise()
}
