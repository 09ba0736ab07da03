/** What is stored about an email address and not about an account. It is read only for a confirmed address. */
import { goodsIn } from '#server/checkout/saved-carts/saved-carts.ts'
import { BATCH, inPages, ofAddress, withFlags, type Entry, type Person, type Section } from './section.ts'

const MESSAGES = ofAddress('messages', 'Messages to the shop', async (db, email) => {
  const own = db.selectFrom('messages').where('email', '=', email)
  const [rows, answers] = await Promise.all([
    own
      .select(['id', 'created_at as at', 'kind', 'name', 'phone', 'type_of_business as typeOfBusiness'])
      .select(['social', 'problem', 'message'])
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('answers')
      .select(['message_id', 'created_at as at', 'text'])
      .where('message_id', 'in', own.select('id'))
      .orderBy('number')
      .execute(),
  ])
  return rows.map(({ id, ...row }) => ({
    ...row,
    answers: answers.filter(({ message_id: of }) => of === id).map(({ at, text }) => ({ at, text })),
  }))
})

const CARTS = ofAddress('savedCarts', 'Carts that you had mailed to you', async (db, email) => {
  const rows = await db
    .selectFrom('saved_carts')
    .selectAll()
    .where('email', '=', email)
    .orderBy('requested_at')
    .execute()
  return rows.map((row) => ({
    goods: goodsIn(row).map(({ name, sizeLabel: size, grind, qty: quantity, subscribe }) => ({
      name,
      size,
      grind,
      quantity,
      everyWeeks: subscribe?.weeks ?? null,
    })),
    discountCode: row.discount_code,
    consent: row.consent,
    requestedAt: row.requested_at,
    mailedAt: row.sent_at,
  }))
})

type Sent = { id: string; subject: string; kind: string; queuedAt: string; sentAt: string | null }

/** Without their texts, which can contain links that open an order. */
function readMails({ shop: { db }, email }: Person): AsyncIterable<Entry> {
  const next = async (last: Sent | undefined): Promise<Sent[]> =>
    email === null
      ? []
      : db
          .selectFrom('outbox')
          .select(['id', 'subject', 'kind', 'created_at as queuedAt', 'sent_at as sentAt'])
          .where('recipient', '=', email)
          .$if(last !== undefined, (query) => query.where('id', '>', last!.id))
          .orderBy('id')
          .limit(BATCH)
          .execute()
  return inPages(next, async (rows) => rows.map(({ id: _id, ...mail }) => mail))
}

export const EMAIL_SECTIONS: Section[] = [
  MESSAGES,
  ofAddress('wholesaleApplications', 'Applications for a wholesale account', async (db, email) => {
    const rows = await db
      .selectFrom('applications')
      .select(['name', 'state', 'data', 'accepted_name as acceptedName', 'accepted_at as acceptedAt'])
      .select(['accepted_ip as network', 'terms_text as terms', 'created_at as createdAt'])
      .where('email', '=', email)
      .orderBy('created_at')
      .execute()
    return rows.map(({ data, ...row }) => ({ ...row, answers: JSON.parse(data) as Entry }))
  }),
  ofAddress('newsletter', 'Newsletter', async (db, email) => {
    const rows = await db
      .selectFrom('newsletter_subscribers')
      .select(['state', 'wants_news as allNews', 'wants_lots as newLots', 'requested_at as requestedAt'])
      .select(['confirmed_at as confirmedAt', 'left_at as leftAt'])
      .where('email', '=', email)
      .execute()
    return rows.map((row) => withFlags(row, 'allNews', 'newLots'))
  }),
  ofAddress('newsletterConsents', 'Consents to newsletters', (db, email) =>
    db
      .selectFrom('newsletter_consents')
      .select(['at', 'kind', 'text', 'source'])
      .where('email', '=', email)
      .orderBy('at')
      .execute(),
  ),
  ofAddress('stockNotices', 'Notices when a coffee is back', (db, email) =>
    db
      .selectFrom('stock_notices')
      .innerJoin('products', 'products.id', 'stock_notices.product_id')
      .innerJoin('product_sizes', 'product_sizes.id', 'stock_notices.size_id')
      .select(['products.name as product', 'product_sizes.label as size'])
      .select(['stock_notices.created_at as requestedAt', 'confirmed_at as confirmedAt'])
      .where('email', '=', email)
      .execute(),
  ),
  CARTS,
  ofAddress('eventSignups', 'Sign-ups for events', (db, email) =>
    db
      .selectFrom('event_signups')
      .innerJoin('events', 'events.id', 'event_signups.event_id')
      .select(['title as event', 'starts', 'name', 'event_signups.seats', 'state'])
      .select('event_signups.created_at as signedUpAt')
      .where('email', '=', email)
      .orderBy('starts')
      .execute(),
  ),
  { key: 'mails', title: 'Mails that the shop sent you', read: readMails },
  ofAddress('importedConsents', 'Consents from a former shop', (db, email) =>
    db
      .selectFrom('imported_consents')
      .select(['email', 'consented_at as consentedAt'])
      .where('email', '=', email)
      .execute(),
  ),
]
