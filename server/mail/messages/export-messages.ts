/** Exports messages of visitors as CSV. */
import { Readable } from 'node:stream'
import type { Query } from '#shared/platform/api/endpoint.ts'
import type { inbox, StoredMessage } from '#shared/mail/api/inbox.ts'
import { PROBLEM_NAMES } from '#shared/checkout/problems.ts'
import { csvHead, csvLine, type Cell } from '#server/kernel/text/csv.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { messagesQuery, newestFirst, withAnswers, type MessageWithMail, type Wanted } from './inbox.ts'

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
  return newestFirst(messagesQuery(shop, wanted))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('messages.created_at', '<', after!.created_at),
          eb.and([eb('messages.created_at', '=', after!.created_at), eb('messages.id', '<', after!.id)]),
        ]),
      ),
    )
    .limit(BATCH)
    .execute()
}
