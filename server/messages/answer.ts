/** The desk writes back to a visitor: the answer and the mail with it are written down in one transaction. */
import type { Body } from '#shared/api/endpoint.ts'
import type { inbox, StoredLetter } from '#shared/api/inbox.ts'
import { isoNow } from '../time/clock.ts'
import { isTaken } from '../db/failures.ts'
import { transact } from '../db/transact.ts'
import { conflict } from '../errors.ts'
import { waitingMail } from '../outbox/row.ts'
import { originOf } from '../http/origin.ts'
import { differences, writeRecord } from '../record/record.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { findLetter } from './inbox.ts'
import { answerLetterOf } from './letter.ts'

type Wish = Body<typeof inbox.answer>

/**
 * Answers a letter by mail, which marks it as answered. The same words from the same admin to the same state of the
 * letter are one answer, however often they come. Throws 409 when somebody else has answered since the caller
 * looked; nothing is sent then.
 */
export async function answerLetter(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { text, seen }: Wish,
): Promise<StoredLetter> {
  const before = await findLetter(shop, id)
  if (before.answers.length === seen) await writeDown(shop, admin, before, { text, seen })
  const letter = await findLetter(shop, id)
  const ours = letter.answers[seen]
  if (ours?.by === admin.name && ours.text === text) return letter
  throw conflict('Somebody else has answered meanwhile', { letter })
}

/** Does nothing when another answer takes the number at the same moment. */
async function writeDown(
  shop: Shop,
  admin: SignedIn,
  letter: StoredLetter,
  { text, seen }: Wish,
): Promise<void> {
  const { _id: id, name } = letter
  const number = seen + 1
  const mail = waitingMail(shop, {
    kind: 'answer',
    dedupeKey: `answer:${id}:${number}`,
    to: letter.email,
    replyTo: shop.config.mail.inbox,
    ...answerLetterOf(letter, text, originOf(shop.config)),
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
      await writeRecord(tx, shop, admin, { subject: 'message', id, name, action: 'Answered', changes })
    })
  } catch (error) {
    if (isTaken(error)) return
    throw error
  }
  shop.mailSignal.raise()
}
