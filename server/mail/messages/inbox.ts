/** The Messages page of the admin: list, search and export messages of visitors, set their status and note. */
import { sql } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { inbox, MessageState, StoredAnswer, StoredMessage } from '#shared/mail/api/inbox.ts'
import type { AnswerRow, Db, MessageRow, OutboxRow } from '#server/kernel/db/schema.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { mailStateOf } from '#server/platform/outbox/row.ts'
import { readAboutOrders } from './problem-items.ts'
import { differences, logChange } from '#server/platform/change-log/change-log.ts'
import { containsAll, searchTerms } from '#server/kernel/db/search.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { Readable } from 'node:stream'
import { PROBLEM_NAMES } from '#shared/checkout/problems.ts'
import { csvHead, csvLine, type Cell } from '#server/kernel/text/csv.ts'
import type { Download } from '#server/platform/http/serve.ts'

const PAGE_SIZE = 20

/** Filters for messages; `id` selects a single one. */
type Wanted = Query<typeof inbox.export> & { id?: string }

const SORT_KEYS = { date: sql`messages.created_at`, name: sql`lower(messages.name)` }

/** A page of messages, newest first or sorted. A page past the last one is empty. */
export async function listMessages(
  shop: Shop,
  { sort, ...wanted }: Query<typeof inbox.list>,
): Promise<Reply<typeof inbox.list>> {
  const { total } = await messagesQuery(shop, wanted)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  // The page's messages are selected in the index alone. Full rows are read only for these messages.
  const page = planPage(total, wanted, PAGE_SIZE)
  const by = [SORT_KEYS[sort ?? 'date'], sql`messages.id`]
  const ids = page.pick(messagesQuery(shop, wanted).select('messages.id'), by)
  const found = shop.db.selectFrom('messages').where('messages.id', 'in', ids)
  const rows = await page.sort(withMail(found), by).execute()
  return {
    messages: await withAnswers(shop, rows),
    ...page.numbers,
    unanswered: await countUnanswered(shop),
    sandbox: shop.providers.mail.mode === 'sandbox',
  }
}

/** The number of messages that are neither answered nor closed. */
export async function countUnanswered(shop: Shop): Promise<number> {
  const { count } = await unansweredOf(shop.db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The query for these messages. */
export function unansweredOf(db: Db) {
  return db.selectFrom('messages').where('status', '=', 'new')
}

/** Sets a message's status. Throws 409 if the message no longer has the status that the caller saw. */
export async function setStatus(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { status, was }: { status: MessageState; was: MessageState },
): Promise<StoredMessage> {
  if (status !== was) {
    await transact(shop.db, async (tx) => {
      const message = await tx
        .updateTable('messages')
        .set({ status })
        .where('id', '=', id)
        .where('status', '=', was)
        .returning('name')
        .executeTakeFirst()
      if (!message) return
      const changes = differences({ status: was }, { status }, { status: 'Status' })
      await logChange(tx, shop, admin, {
        subject: 'message',
        id,
        ...message,
        action: DONE[status],
        changes,
      })
    })
  }
  const message = await findMessage(shop, id)
  if (message.status === status) return message
  throw conflict(`Another admin has already changed this message: it is ${message.status} now`, {
    letter: message,
  })
}

const DONE: Record<MessageState, string> = {
  new: 'Reopened',
  answered: 'Marked answered',
  closed: 'Closed',
}

/** Saves the private note. Throws 409 if another admin has changed it since the caller saw it. */
export async function setNote(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { note, was }: { note: string; was: string },
): Promise<StoredMessage> {
  if (note !== was) {
    await transact(shop.db, async (tx) => {
      const message = await tx
        .updateTable('messages')
        .set({ note })
        .where('id', '=', id)
        .where('note', '=', was)
        .returning('name')
        .executeTakeFirst()
      if (!message) return
      const changes = differences({ note: was }, { note }, { note: 'Note' })
      await logChange(tx, shop, admin, { subject: 'message', id, ...message, action: 'Noted', changes })
    })
  }
  const message = await findMessage(shop, id)
  if (message.note === note) return message
  throw conflict('Another admin has changed the note', { letter: message })
}

type Mail = Pick<OutboxRow, 'state' | 'is_kept'>
type MessageWithMail = MessageRow & Mail
type AnswerWithMail = AnswerRow & Mail

function messagesQuery({ db }: Shop, { status, kind, keyword = '', id }: Wanted) {
  const words = searchTerms(keyword)
  return db
    .selectFrom('messages')
    .$if(status !== undefined, (query) => query.where('messages.status', '=', status!))
    .$if(kind !== undefined, (query) => query.where('messages.kind', '=', kind!))
    .$if(id !== undefined, (query) => query.where('messages.id', '=', id!))
    .$if(words.length > 0, (query) => query.where(containsAll('messages.search_text', words)))
}

/** Adds the state of each message's mail. */
function withMail(messages: ReturnType<typeof messagesQuery>) {
  return messages
    .innerJoin('outbox', 'outbox.id', 'messages.outbox_id')
    .selectAll('messages')
    .select(['outbox.state', 'outbox.is_kept'])
}

/** The current message with its answers. Throws 404. */
export async function findMessage(shop: Shop, id: string): Promise<StoredMessage> {
  const row = await withMail(messagesQuery(shop, { id })).executeTakeFirst()
  if (!row) throw notFound('Message')
  const [message] = await withAnswers(shop, [row])
  return message!
}

/** Adds the answers to the messages, with one query for all of them. The order of the messages stays. */
async function withAnswers({ db }: Shop, rows: readonly MessageWithMail[]): Promise<StoredMessage[]> {
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
  const byMessage = Map.groupBy(answers, ({ message_id }) => message_id)
  const aboutOrderOf = await readAboutOrders(db, rows)
  return rows.map((row) => ({
    ...toStoredMessage(row, byMessage.get(row.id) ?? []),
    ...aboutOrderOf(row),
  }))
}

function toStoredMessage(
  row: MessageWithMail,
  answers: readonly AnswerWithMail[],
): Omit<StoredMessage, 'orderNumber' | 'problemItems'> {
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
    order: row.order_id,
    problem: row.problem || null,
    createdAt: row.created_at,
    status: row.status,
    note: row.note,
    mail: mailStateOf(row),
    answers: answers.map(toAnswer),
  }
}

function toAnswer(row: AnswerWithMail): StoredAnswer {
  return {
    text: row.text,
    by: row.written_by,
    at: row.created_at,
    mail: mailStateOf(row),
    mailId: row.outbox_id,
  }
}

/** The number of messages in memory at once. */
const BATCH = 200

/** Exports all matching messages as a stream: rows are read while the file is sent. */
export async function exportMessages(
  shop: Shop,
  admin: SignedIn,
  wanted: Query<typeof inbox.export>,
): Promise<Download> {
  // The first batch is read before the response starts, so that a database failure returns an error instead of half a
  // file.
  const first = await readBatch(shop, wanted)
  await logChange(shop.db, shop, admin, { subject: 'message', name: 'Messages', action: 'Exported' })
  return { name: 'messages.csv', content: Readable.from(linesOf(shop, wanted, first)) }
}

async function* linesOf(shop: Shop, wanted: Wanted, first: MessageWithMail[]): AsyncGenerator<string> {
  yield csvHead(Object.keys(COLUMNS))
  for (let some = first; some.length > 0; some = await readBatch(shop, wanted, some.at(-1))) {
    const messages = await withAnswers(shop, some)
    yield messages.map((message) => csvLine(Object.values(COLUMNS).map((cell) => cell(message)))).join('')
    if (some.length < BATCH) return
  }
}

const COLUMNS: Record<string, (message: StoredMessage) => Cell> = {
  Date: (message) => message.createdAt,
  Kind: (message) => message.kind,
  Status: (message) => message.status,
  Name: (message) => message.name,
  Email: (message) => message.email,
  Phone: (message) => message.phone,
  'Type of business': (message) => message.typeOfBusiness,
  'Pounds a month': (message) => (message.kind === 'wholesale' ? message.qty : null),
  'Website/ Socials': (message) => message.social,
  Message: textOf,
  Note: (message) => message.note,
  Answers: (message) => message.answers.map(({ text }) => text).join('\n\n'),
}

/** The text, after the problem and its items. */
function textOf({ problem, problemItems, message }: StoredMessage): string {
  const items = problemItems.map(({ qty, title }) => `${qty} × ${title}`)
  return [problem ? PROBLEM_NAMES[problem] : '', ...items, message].filter(Boolean).join('\n')
}

/** Reads the next batch of older messages. */
function readBatch(shop: Shop, wanted: Wanted, after?: MessageWithMail): Promise<MessageWithMail[]> {
  return withMail(messagesQuery(shop, wanted))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('messages.created_at', '<', after!.created_at),
          eb.and([eb('messages.created_at', '=', after!.created_at), eb('messages.id', '<', after!.id)]),
        ]),
      ),
    )
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(BATCH)
    .execute()
}
