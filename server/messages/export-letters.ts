/** The letters of visitors as a file. */
import { Readable } from 'node:stream'
import type { Query } from '#shared/api/endpoint.ts'
import type { inbox, StoredLetter } from '#shared/api/inbox.ts'
import { csvHead, csvLine, type Cell } from '../text/csv.ts'
import { writeRecord } from '../record/record.ts'
import type { Download } from '../http/serve.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { lettersOf, newestFirst, withAnswers, type LetterRow, type Wanted } from './inbox.ts'

/** So many letters of an export are in memory at once. */
const AT_ONCE = 200

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
    const letters = await withAnswers(shop, some)
    yield letters.map((letter) => csvLine(Object.values(COLUMNS).map((cell) => cell(letter)))).join('')
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
  Answers: (letter) => letter.answers.map(({ text }) => text).join('\n\n'),
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
