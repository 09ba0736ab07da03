/** Invents subscribers of the newsletter with their consents, a newsletter that was sent, a draft, and mails that failed. */
import { newsConsent } from '#shared/platform/newsletters.ts'
import { ALL_PARTS } from '#shared/platform/parts.ts'
import { hashOf } from '#server/platform/outbox/excluded.ts'
import { DAY, HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { addMail } from './messages.ts'
import { PEOPLE } from './people.ts'
import { idAt, later, type Rows } from './rows.ts'
import type { Setting } from './setting.ts'

type SubscriberRow = Rows['newsletter_subscribers'][number]

/** People who have not ordered yet. The first ones have not confirmed their address. */
const OTHERS = ['Anouk Verhoeven', 'Basil Adeyemi', 'Cora Winslow', 'Dario Conti', 'Esme Holloway']
const PENDING = 2

const SENT = {
  subject: 'A new lot from Lake Kivu, and a table for ten',
  preview: 'Red Bourbon, washed, and as sweet as last year',
  daysAgo: 11,
  heading: 'Rwanda is back',
  text: 'The new lot from Lake Kivu arrived last week. We roast it a little lighter than before: orange, honey, black tea.\n\nOn Thursday evening we cup five coffees with you. There are ten places.',
}

const DRAFT = {
  subject: 'The last days to order before the holidays',
  preview: 'When we roast, and until when parcels arrive',
  heading: 'Before the holidays',
  text: 'We roast until the day before the holidays. After that the roaster rests for three days.',
}

/** Adds them to `rows`. */
export function inventNewsletters(setting: Setting): void {
  const subscribers = inventSubscribers(setting)
  const { rows, random, now } = setting
  const started = new Date(now.getTime() - SENT.daysAgo * DAY)
  const times = { started_at: started.toISOString(), ended_at: later(started, 4 * MINUTE) }
  const id = addNewsletter(setting, SENT, started, { state: 'sent', ...times })
  const recipients = subscribers.filter(
    ({ confirmed_at: at, left_at: left }) =>
      at && at < times.started_at && (!left || left > times.started_at),
  )
  recipients.forEach(({ id: subscriber, email }, index) => {
    const isFailed = index === 3
    const outbox_id = addMail({ rows, random }, started, {
      kind: 'newsletter',
      key: `newsletter:${id}:${subscriber}`,
      to: email,
      mail: { subject: SENT.subject, text: `${SENT.heading}\n\n${SENT.text}`, html: '' },
      ...(isFailed ? { problem: '550 5.1.1 The mailbox does not exist' } : {}),
    })
    rows.newsletter_recipients.push({ newsletter_id: id, subscriber_id: subscriber, outbox_id })
  })
  addNewsletter(setting, DRAFT, new Date(now.getTime() - DAY), {
    state: 'draft',
    started_at: null,
    ended_at: null,
  })
}

function addNewsletter(
  { rows, random, goods }: Setting,
  { subject, preview, heading, text }: typeof DRAFT,
  at: Date,
  columns: Pick<Rows['newsletters'][number], 'state' | 'started_at' | 'ended_at'>,
): string {
  const id = idAt(at, random)
  rows.newsletters.push({
    id,
    subject,
    preview,
    blocks: JSON.stringify([
      { kind: 'heading', text: heading },
      { kind: 'text', markdown: text },
      { kind: 'product', product: goods[6]!.product.id },
    ]),
    buyers_of: '[]',
    send_on: null,
    ...columns,
    version: 1,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
  })
  return id
}

/** Two of three customers, and others. Some have left. */
function inventSubscribers(setting: Setting): SubscriberRow[] {
  const customers = PEOPLE.filter((_, index) => index % 3 !== 1).map(({ email }) => email)
  const others = OTHERS.map((name) => `${name.toLowerCase().replace(' ', '.')}@demo.example`)
  return [
    ...others.map((email, index) =>
      subscribe(setting, email, { isPending: index < PENDING, hasLeft: false }),
    ),
    ...customers.map((email, index) =>
      subscribe(setting, email, { isPending: false, hasLeft: index % 9 === 5 }),
    ),
  ]
}

function subscribe(
  { rows, random, now }: Setting,
  email: string,
  { isPending, hasLeft }: { isPending: boolean; hasLeft: boolean },
): SubscriberRow {
  const at = new Date(now.getTime() - (isPending ? random.int(1, 3) : random.int(13, 58)) * DAY)
  const confirmed = isPending ? null : later(at, random.int(2, 90) * MINUTE)
  const left = hasLeft ? later(now, -random.int(30, 200) * HOUR) : null
  const consent = (
    kind: Rows['newsletter_consents'][number]['kind'],
    text: string,
    source: string,
    on: string,
  ) => rows.newsletter_consents.push({ id: idAt(new Date(on), random), email, kind, text, source, at: on })
  consent('asked', newsConsent(ALL_PARTS), random.pick(['footer', 'checkout']), at.toISOString())
  if (confirmed) consent('confirmed', newsConsent(ALL_PARTS), 'mail', confirmed)
  if (left) {
    consent('withdrawn', 'No more newsletters', 'one-click', left)
    rows.suppressed_addresses.push({ address_hash: hashOf(email), reason: 'withdrawn', at: left })
  }
  const row: SubscriberRow = {
    id: idAt(at, random),
    email,
    state: left ? 'left' : isPending ? 'pending' : 'active',
    wants_news: 1,
    wants_lots: !left && random.chance(0.3) ? 1 : 0,
    link_key: idAt(at, random) + idAt(at, random),
    requested_at: at.toISOString(),
    confirmed_at: confirmed,
    left_at: left,
  }
  rows.newsletter_subscribers.push(row)
  return row
}
