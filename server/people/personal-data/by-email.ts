/** What is stored about an email address and not about an account. It is read only for a confirmed address. */
import { goodsIn } from '#server/checkout/saved-carts/saved-carts.ts'
import { BATCH, inBatches, type Entry, type Person, type Section } from './section.ts'

export const EMAIL_SECTIONS: Section[] = [
  { key: 'messages', title: 'Messages to the shop', read: readMessages },
  { key: 'newsletter', title: 'Newsletter', read: readNewsletter },
  { key: 'newsletterConsents', title: 'Consents to newsletters', read: readConsents },
  { key: 'stockNotices', title: 'Notices when a coffee is back', read: readNotices },
  { key: 'savedCarts', title: 'Carts that you had mailed to you', read: readCarts },
  { key: 'eventSignups', title: 'Sign-ups for events', read: readSignups },
  { key: 'mails', title: 'Mails that the shop sent you', read: readMails },
  { key: 'importedConsents', title: 'Consents from a former shop', read: readImported },
]

/** The rows of an address; none while it is not confirmed. */
async function ofAddress<Row>({ email }: Person, read: (email: string) => Promise<Row[]>): Promise<Row[]> {
  return email === null ? [] : read(email)
}

async function readMessages(person: Person): Promise<Entry[]> {
  const { db } = person.shop
  const rows = await ofAddress(person, (email) =>
    db.selectFrom('messages').selectAll().where('email', '=', email).orderBy('created_at').execute(),
  )
  if (rows.length === 0) return []
  const answers = await db
    .selectFrom('answers')
    .select(['message_id', 'text', 'created_at'])
    .where(
      'message_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    at: row.created_at,
    kind: row.kind,
    name: row.name,
    phone: row.phone,
    typeOfBusiness: row.type_of_business,
    social: row.social,
    problem: row.problem,
    message: row.message,
    answers: answers
      .filter(({ message_id: id }) => id === row.id)
      .map(({ created_at: at, text }) => ({ at, text })),
  }))
}

async function readNewsletter(person: Person): Promise<Entry[]> {
  const { db } = person.shop
  const rows = await ofAddress(person, (email) =>
    db.selectFrom('newsletter_subscribers').selectAll().where('email', '=', email).execute(),
  )
  return rows.map((row) => ({
    state: row.state,
    allNews: row.wants_news === 1,
    newLots: row.wants_lots === 1,
    requestedAt: row.requested_at,
    confirmedAt: row.confirmed_at,
    leftAt: row.left_at,
  }))
}

async function readConsents(person: Person): Promise<Entry[]> {
  const { db } = person.shop
  const rows = await ofAddress(person, (email) =>
    db.selectFrom('newsletter_consents').selectAll().where('email', '=', email).orderBy('at').execute(),
  )
  return rows.map(({ at, kind, text, source }) => ({ at, kind, text, source }))
}

async function readNotices(person: Person): Promise<Entry[]> {
  const { db } = person.shop
  const rows = await ofAddress(person, (email) =>
    db
      .selectFrom('stock_notices')
      .innerJoin('products', 'products.id', 'stock_notices.product_id')
      .innerJoin('product_sizes', 'product_sizes.id', 'stock_notices.size_id')
      .select(['products.name', 'product_sizes.label', 'confirmed_at', 'stock_notices.created_at'])
      .where('email', '=', email)
      .execute(),
  )
  return rows.map((row) => ({
    product: row.name,
    size: row.label,
    requestedAt: row.created_at,
    confirmedAt: row.confirmed_at,
  }))
}

async function readCarts(person: Person): Promise<Entry[]> {
  const { db } = person.shop
  const rows = await ofAddress(person, (email) =>
    db.selectFrom('saved_carts').selectAll().where('email', '=', email).orderBy('requested_at').execute(),
  )
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
}

async function readSignups(person: Person): Promise<Entry[]> {
  const { db } = person.shop
  const rows = await ofAddress(person, (email) =>
    db
      .selectFrom('event_signups')
      .innerJoin('events', 'events.id', 'event_signups.event_id')
      .select(['title', 'starts', 'name', 'event_signups.seats', 'state', 'event_signups.created_at'])
      .where('email', '=', email)
      .orderBy('starts')
      .execute(),
  )
  return rows.map((row) => ({
    event: row.title,
    starts: row.starts,
    name: row.name,
    seats: row.seats,
    state: row.state,
    signedUpAt: row.created_at,
  }))
}

type Sent = { id: string; subject: string; kind: string; sent_at: string | null; created_at: string }

/** Without their texts, which can contain links that open an order. */
function readMails({ shop: { db }, email }: Person): AsyncIterable<Entry> {
  const next = (last: Sent | undefined): Promise<Sent[]> =>
    email === null
      ? Promise.resolve([])
      : db
          .selectFrom('outbox')
          .select(['id', 'subject', 'kind', 'sent_at', 'created_at'])
          .where('recipient', '=', email)
          .$if(last !== undefined, (query) => query.where('id', '>', last!.id))
          .orderBy('id')
          .limit(BATCH)
          .execute()
  return inBatches(next, async (rows) =>
    rows.map(({ subject, kind, sent_at: sentAt, created_at: queuedAt }) => ({
      subject,
      kind,
      queuedAt,
      sentAt,
    })),
  )
}

async function readImported(person: Person): Promise<Entry[]> {
  const { db } = person.shop
  const rows = await ofAddress(person, (email) =>
    db.selectFrom('imported_consents').selectAll().where('email', '=', email).execute(),
  )
  return rows.map(({ email, consented_at: at }) => ({ email, consentedAt: at }))
}
