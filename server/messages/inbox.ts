/** What the desk does with what visitors wrote: find it, note something, and remember what was answered. */
import { Readable } from 'node:stream'
import type { Query, Reply } from '#shared/api/endpoint.ts'
import type { inbox, LetterState, StoredLetter } from '#shared/api/inbox.ts'
import { csvHead, csvLine, type Cell } from '../csv.ts'
import type { MessageRow, OutboxRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { conflict, notFound } from '../errors.ts'
import { differences, writeRecord } from '../record/record.ts'
import { holdsAll, wordsOf } from '../search.ts'
import type { Download } from '../serve.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../users/sessions.ts'

const PAGE_SIZE = 20
/** So many letters of an export are in memory at once. */
const AT_ONCE = 200

type Wanted = Query<typeof inbox.export> & { id?: string }

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
    messages: rows.map(toLetter),
    page: pageNumber,
    pages: Math.ceil(total / PAGE_SIZE),
    unanswered: await countUnanswered(shop),
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

/** All wanted letters for a spreadsheet; read while they are being sent. */
export async function exportLetters(
  shop: Shop,
  admin: SignedIn,
  wanted: Query<typeof inbox.export>,
): Promise<Download> {
  // Before anything is sent, so that a database that is away makes an answer and not half a file.
  const first = await readSome(shop, wanted)
  await writeRecord(shop.db, shop, admin, { subject: 'message', name: 'Messages', action: 'Exported' })
  return { name: 'messages.csv', content: Readable.from(linesOf(shop, wanted, first)) }
}

async function* linesOf(shop: Shop, wanted: Wanted, first: LetterRow[]): AsyncGenerator<string> {
  yield csvHead(Object.keys(COLUMNS))
  for (let some = first; some.length > 0; some = await readSome(shop, wanted, some.at(-1))) {
    yield some.map((row) => csvLine(Object.values(COLUMNS).map((cell) => cell(toLetter(row))))).join('')
    if (some.length < AT_ONCE) return
  }
}

const COLUMNS: Record<string, (letter: StoredLetter) => Cell> = {
  Date: (letter) => letter.createdAt,
  Kind: (letter) => letter.kind,
  Status: (letter) => letter.status,
  Name: (letter) => letter.name,
  Email: (letter) => letter.email,
  Phone: (letter) => letter.phone,
  'Type of business': (letter) => letter.typeOfBusiness,
  'Pounds a month': (letter) => (letter.kind === 'wholesale' ? letter.qty : null),
  'Website/ Socials': (letter) => letter.social,
  Message: (letter) => letter.message,
  Note: (letter) => letter.note,
}

/** The next few older ones. */
function readSome(shop: Shop, wanted: Wanted, after?: LetterRow): Promise<LetterRow[]> {
  return newestFirst(lettersOf(shop, wanted))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('messages.created_at', '<', after!.created_at),
          eb.and([eb('messages.created_at', '=', after!.created_at), eb('messages.id', '<', after!.id)]),
        ]),
      ),
    )
    .limit(AT_ONCE)
    .execute()
}

type LetterRow = MessageRow & { mail: OutboxRow['state'] }

function lettersOf({ db }: Shop, { status, kind, keyword = '', id }: Wanted) {
  const words = wordsOf(keyword)
  return db
    .selectFrom('messages')
    .$if(status !== undefined, (query) => query.where('messages.status', '=', status!))
    .$if(kind !== undefined, (query) => query.where('messages.kind', '=', kind!))
    .$if(id !== undefined, (query) => query.where('messages.id', '=', id!))
    .$if(words.length > 0, (query) => query.where(holdsAll('messages.search_text', words)))
}

function newestFirst(letters: ReturnType<typeof lettersOf>) {
  return letters
    .innerJoin('outbox', 'outbox.id', 'messages.outbox_id')
    .selectAll('messages')
    .select('outbox.state as mail')
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
}

async function findLetter(shop: Shop, id: string): Promise<StoredLetter> {
  const row = await newestFirst(lettersOf(shop, { id })).executeTakeFirst()
  if (!row) throw notFound('Message')
  return toLetter(row)
}

function toLetter(row: LetterRow): StoredLetter {
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
    mail: row.mail,
  }
}
