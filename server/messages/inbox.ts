/** What the desk does with what visitors wrote: find it, note something, and remember what was answered. */
import type { Query, Reply } from '#shared/api/endpoint.ts'
import type { inbox, LetterState, StoredAnswer, StoredLetter } from '#shared/api/inbox.ts'
import type { AnswerRow, MessageRow, OutboxRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { conflict, notFound } from '../errors.ts'
import { mailStateOf } from '../outbox/row.ts'
import { differences, writeRecord } from '../record/record.ts'
import { holdsAll, wordsOf } from '../db/search.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'

const PAGE_SIZE = 20

/** Which letters; `id` for the one. */
export type Wanted = Query<typeof inbox.export> & { id?: string }

/** What visitors wrote, newest first. A page out of range is empty. */
export async function listLetters(
  shop: Shop,
  { pageNumber, ...wanted }: Query<typeof inbox.list>,
): Promise<Reply<typeof inbox.list>> {
  const { total } = await lettersOf(shop, wanted)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  // Only of the letters on the page is more read than what the index holds.
  const ids = lettersOf(shop, wanted)
    .select('messages.id')
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(PAGE_SIZE)
    .offset((pageNumber - 1) * PAGE_SIZE)
  const rows = await newestFirst(shop.db.selectFrom('messages').where('messages.id', 'in', ids)).execute()
  return {
    messages: await withAnswers(shop, rows),
    page: pageNumber,
    pages: Math.ceil(total / PAGE_SIZE),
    unanswered: await countUnanswered(shop),
    sandbox: shop.providers.mail.mode === 'sandbox',
  }
}

/** How many letters nobody has answered or closed. */
export async function countUnanswered(shop: Shop): Promise<number> {
  const { count } = await shop.db
    .selectFrom('messages')
    .where('status', '=', 'new')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Marks a letter, in one click. Throws 409 when it no longer stands where the caller saw it. */
export async function setStatus(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { status, was }: { status: LetterState; was: LetterState },
): Promise<StoredLetter> {
  if (status !== was) {
    await transact(shop.db, async (tx) => {
      const letter = await tx
        .updateTable('messages')
        .set({ status })
        .where('id', '=', id)
        .where('status', '=', was)
        .returning('name')
        .executeTakeFirst()
      if (!letter) return
      const changes = differences({ status: was }, { status }, { status: 'Status' })
      await writeRecord(tx, shop, admin, { subject: 'message', id, ...letter, action: DONE[status], changes })
    })
  }
  const letter = await findLetter(shop, id)
  if (letter.status === status) return letter
  throw conflict(`Somebody else was faster: this message is ${letter.status} now`, { letter })
}

const DONE: Record<LetterState, string> = {
  new: 'Reopened',
  answered: 'Marked answered',
  closed: 'Closed',
}

/** Writes the private note. Throws 409 when somebody else has written since the caller saw it. */
export async function setNote(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { note, was }: { note: string; was: string },
): Promise<StoredLetter> {
  if (note !== was) {
    await transact(shop.db, async (tx) => {
      const letter = await tx
        .updateTable('messages')
        .set({ note })
        .where('id', '=', id)
        .where('note', '=', was)
        .returning('name')
        .executeTakeFirst()
      if (!letter) return
      const changes = differences({ note: was }, { note }, { note: 'Note' })
      await writeRecord(tx, shop, admin, { subject: 'message', id, ...letter, action: 'Noted', changes })
    })
  }
  const letter = await findLetter(shop, id)
  if (letter.note === note) return letter
  throw conflict('Somebody else has written a note meanwhile', { letter })
}

type Mail = Pick<OutboxRow, 'state' | 'is_kept'>
export type LetterRow = MessageRow & Mail
type AnsweredRow = AnswerRow & Mail

export function lettersOf({ db }: Shop, { status, kind, keyword = '', id }: Wanted) {
  const words = wordsOf(keyword)
  return db
    .selectFrom('messages')
    .$if(status !== undefined, (query) => query.where('messages.status', '=', status!))
    .$if(kind !== undefined, (query) => query.where('messages.kind', '=', kind!))
    .$if(id !== undefined, (query) => query.where('messages.id', '=', id!))
    .$if(words.length > 0, (query) => query.where(holdsAll('messages.search_text', words)))
}

/** With how the mail about each stands. */
export function newestFirst(letters: ReturnType<typeof lettersOf>) {
  return letters
    .innerJoin('outbox', 'outbox.id', 'messages.outbox_id')
    .selectAll('messages')
    .select(['outbox.state', 'outbox.is_kept'])
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
}

/** A letter as it is now, with its answers. Throws 404. */
export async function findLetter(shop: Shop, id: string): Promise<StoredLetter> {
  const row = await newestFirst(lettersOf(shop, { id })).executeTakeFirst()
  if (!row) throw notFound('Message')
  const [letter] = await withAnswers(shop, [row])
  return letter!
}

/** The letters as the desk reads them, in the order of their rows; one query for the answers of all. */
export async function withAnswers({ db }: Shop, rows: readonly LetterRow[]): Promise<StoredLetter[]> {
  if (rows.length === 0) return []
  const answers = await db
    .selectFrom('answers')
    .innerJoin('outbox', 'outbox.id', 'answers.outbox_id')
    .where(
      'answers.message_id',
      'in',
      rows.map(({ id }) => id),
    )
    .selectAll('answers')
    .select(['outbox.state', 'outbox.is_kept'])
    .orderBy('number')
    .execute()
  const byLetter = Map.groupBy(answers, ({ message_id }) => message_id)
  return rows.map((row) => toLetter(row, byLetter.get(row.id) ?? []))
}

function toLetter(row: LetterRow, answers: readonly AnsweredRow[]): StoredLetter {
  return {
    _id: row.id,
    kind: row.kind,
    name: row.name,
    email: row.email,
    phone: row.phone,
    typeOfBusiness: row.type_of_business,
    qty: row.qty,
    social: row.social,
    message: row.message,
    createdAt: row.created_at,
    status: row.status,
    note: row.note,
    mail: mailStateOf(row),
    answers: answers.map(toAnswer),
  }
}

function toAnswer(row: AnsweredRow): StoredAnswer {
  return {
    text: row.text,
    by: row.written_by,
    at: row.created_at,
    mail: mailStateOf(row),
    mailId: row.outbox_id,
  }
}
