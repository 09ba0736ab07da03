/** Newsletters for admins: the list with results, and the drafts. */
import { sql } from 'kysely'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type {
  ListedNewsletter,
  Newsletter,
  NewsletterBlock,
  NewsletterEdit,
  newsletters,
} from '#shared/content/api/newsletters.ts'
import type { Db, NewsletterRow, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { SavedRow } from '#server/platform/resources/saved-row.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { referencePictures } from '#server/platform/upload/pictures.ts'

/** A newsletter as a row. The change log names the newsletter, and not what was changed in its text. */
export const savedNewsletter = new SavedRow('newsletters', {
  rows: { changesOf: () => [] },
  subject: 'newsletter',
  label: 'Newsletter',
  nameOf: ({ subject }) => subject,
  lock: lockUnsent,
})

/**
 * Locks the newsletter, if there is one, until the end of the transaction, so that nobody can start to send it before. Throws
 * 409 if it is sent already.
 */
async function lockUnsent(tx: Tx, id: string): Promise<void> {
  const row = await tx
    .updateTable('newsletters')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returning('state')
    .executeTakeFirst()
  if (row && row.state !== 'draft' && row.state !== 'scheduled')
    throw conflict('This newsletter is sent already')
}

/** All newsletters, the newest first, and the numbers of subscribers. */
export async function listNewsletters(shop: Shop): Promise<Reply<typeof newsletters.list>> {
  const rows = await shop.db.selectFrom('newsletters').selectAll().orderBy('id', 'desc').execute()
  const results = await resultsOf(shop.db)
  const counts = await shop.db
    .selectFrom('newsletter_subscribers')
    .groupBy('state')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .execute()
  const countOf = (state: string) => counts.find((each) => each.state === state)?.count ?? 0
  return {
    newsletters: rows.map((row) => toListed(row, results.get(row.id))),
    subscribers: { active: countOf('active'), pending: countOf('pending'), left: countOf('left') },
  }
}

type Results = Pick<ListedNewsletter, 'recipients' | 'sent' | 'failed' | 'left'>

/** The states of the mails by newsletter, from the outbox. */
async function resultsOf(db: Db): Promise<Map<string, Results>> {
  const rows = await db
    .selectFrom('newsletter_recipients')
    .innerJoin('newsletters', 'newsletters.id', 'newsletter_recipients.newsletter_id')
    .leftJoin('outbox', 'outbox.id', 'newsletter_recipients.outbox_id')
    .leftJoin('newsletter_subscribers', 'newsletter_subscribers.id', 'newsletter_recipients.subscriber_id')
    .groupBy('newsletter_id')
    .select((eb) => [
      'newsletter_id',
      eb.fn.countAll<number>().as('recipients'),
      sql<number>`cast(sum(case when outbox.state = 'sent' then 1 else 0 end) as integer)`.as('sent'),
      sql<number>`cast(sum(case when outbox.state = 'failed' then 1 else 0 end) as integer)`.as('failed'),
      sql<number>`cast(sum(case when left_at >= started_at then 1 else 0 end) as integer)`.as('left'),
    ])
    .execute()
  return new Map(
    rows.map(({ newsletter_id: id, recipients, sent, failed, left }) => [
      id,
      { recipients, sent, failed, left },
    ]),
  )
}

function toListed(row: NewsletterRow, results?: Results): ListedNewsletter {
  return {
    _id: row.id,
    subject: row.subject,
    state: row.state,
    sendOn: row.send_on,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    ...(results ?? { recipients: 0, sent: 0, failed: 0, left: 0 }),
  }
}

/** One newsletter. Throws 404. */
export async function getNewsletter(shop: Shop, id: string): Promise<Newsletter> {
  return toNewsletter(shop.db, await savedNewsletter.find(shop.db, id))
}

/** Adds a draft. Throws 400 for an unknown picture. */
export async function createNewsletter(
  shop: Shop,
  admin: SignedIn,
  edit: NewsletterEdit,
): Promise<Newsletter> {
  const row = await savedNewsletter.create(shop, admin, async (tx) => {
    await referencePictures(tx, shop, picturesIn(edit.blocks))
    return { ...columnsOf(edit), state: 'draft', send_on: null, started_at: null, ended_at: null }
  })
  return toNewsletter(shop.db, row)
}

/** Saves a newsletter. Throws 404, 409 if it is sent or `version` is outdated, and 400 for an unknown picture. */
export async function updateNewsletter(
  shop: Shop,
  admin: SignedIn,
  id: string,
  edit: NewsletterEdit,
): Promise<Newsletter> {
  const row = await savedNewsletter.update(shop, admin, id, {
    version: edit.version,
    columns: async (tx) => {
      await referencePictures(tx, shop, picturesIn(edit.blocks))
      return columnsOf(edit)
    },
    after: (tx, saved) => savedNewsletter.log(tx, shop, admin, saved, 'Changed'),
  })
  return toNewsletter(shop.db, row)
}

/** Deletes a newsletter. Throws 404, and 409 if it is sent. */
export function removeNewsletter(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  return savedNewsletter.remove(shop, admin, id)
}

export async function toNewsletter(db: Db, row: NewsletterRow): Promise<Newsletter> {
  const buyersOf = JSON.parse(row.buyers_of) as string[]
  return {
    _id: row.id,
    subject: row.subject,
    preview: row.preview,
    blocks: blocksOf(row),
    buyersOf,
    state: row.state,
    sendOn: row.send_on,
    audience: await countAudience(db, row, buyersOf),
    version: row.version,
  }
}

async function countAudience(db: Db, row: NewsletterRow, buyersOf: readonly string[]): Promise<number> {
  const query =
    row.started_at === null
      ? audienceOf(db, buyersOf).select((eb) => eb.fn.countAll<number>().as('count'))
      : db
          .selectFrom('newsletter_recipients')
          .where('newsletter_id', '=', row.id)
          .select((eb) => eb.fn.countAll<number>().as('count'))
  return (await query.executeTakeFirstOrThrow()).count
}

/** The parts of a newsletter. */
export function blocksOf({ blocks }: Pick<NewsletterRow, 'blocks'>): NewsletterBlock[] {
  return JSON.parse(blocks) as NewsletterBlock[]
}

function picturesIn(blocks: readonly NewsletterBlock[]): string[] {
  return blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []))
}

function columnsOf({ subject, preview, blocks, buyersOf }: NewsletterEdit) {
  return { subject, preview, blocks: JSON.stringify(blocks), buyers_of: JSON.stringify(buyersOf) }
}

/**
 * The confirmed subscribers of newsletters. A person who has unsubscribed is never among them. A newsletter to the
 * buyers of a coffee, such as about a new lot, also goes to subscribers who chose to get only such newsletters.
 * @param buyersOf products; if there are any, only the subscribers who have bought one of them
 */
export function audienceOf(db: Db, buyersOf: readonly string[]) {
  return db
    .selectFrom('newsletter_subscribers')
    .where('newsletter_subscribers.state', '=', 'active')
    .where((eb) =>
      eb.or([eb('wants_news', '=', 1), ...(buyersOf.length > 0 ? [eb('wants_lots', '=', 1)] : [])]),
    )
    .$if(buyersOf.length > 0, (query) =>
      query.where((eb) =>
        eb(
          'email',
          'in',
          eb
            .selectFrom('order_lines')
            .innerJoin('orders', 'orders.id', 'order_lines.order_id')
            .where('paid_at', 'is not', null)
            .where('order_lines.product_id', 'in', [...buyersOf])
            .select('orders.buyer_email'),
        ),
      ),
    )
}
