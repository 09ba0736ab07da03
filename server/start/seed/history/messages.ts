/** Invents messages of visitors, the answers to most of them, and reviews of what buyers with an account got. */
import type { MailKind } from '#shared/platform/mails/kinds.ts'
import { DEFAULT_BUSINESS } from '#shared/platform/business.ts'
import { answerMailFor, mailFor, type Written } from '#server/mail/messages/message-mail.ts'
import type { About } from '#server/platform/outbox/row.ts'
import { fold } from '#server/kernel/db/search.ts'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { type NewOrder, type Random, idAt, type Rows } from './rows.ts'
import { DEMO_MESSAGES, type DemoMessage, GOODS_REVIEWS, REVIEW_REPLIES, REVIEWS } from './texts.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'

type Inventing = { rows: Rows; random: Random; now: Date }

/** Adds the invented messages, their answers and their mails to `rows`. */
export function inventMessages(inventing: Inventing): void {
  for (const sample of DEMO_MESSAGES) inventMessage(inventing, sample)
  inventProblem(inventing)
}

/** A problem that a buyer has reported on the page of an order, and the mail about its parcel, which did not arrive. */
function inventProblem(inventing: Inventing): void {
  const { rows, random } = inventing
  const order = rows.orders.findLast(
    ({ state, is_gift_card: card, user_id: user, shipped_at: at }) =>
      state === 'delivered' && !card && user && at,
  )
  if (!order) return
  const { buyer_name: name, buyer_email: email } = order
  const text = 'The bag was open when I took it out of the box, and a part of the coffee was in the paper.'
  inventMessage(inventing, { kind: 'contact', name, email, daysAgo: 0, text, order })
  addMail({ rows, random }, new Date(order.shipped_at!), {
    kind: 'order-shipped',
    key: `order-shipped:${order.id}`,
    to: email,
    mail: { subject: `Your order No. ${order.number} is on its way`, text: '', html: '' },
    problem: '452 4.2.2 The mailbox is full',
    about: { order: order.id },
  })
}

function inventMessage(
  { rows, random, now }: Inventing,
  sample: DemoMessage & { order?: Pick<NewOrder, 'id'> },
): void {
  const { kind, name, email, text: message, answer, wholesale, order } = sample
  const at = new Date(now.getTime() - sample.daysAgo * DAY - random.int(1, 6) * HOUR)
  const written: Written = {
    kind,
    name,
    email,
    phone: wholesale?.phone ?? '',
    type_of_business: wholesale?.typeOfBusiness ?? '',
    qty: wholesale?.pounds ?? 0,
    social: wholesale?.website ?? '',
    message,
    order_id: order?.id ?? null,
    problem: order ? 'damaged' : '',
    problem_items: order ? '[{"line":0,"qty":1}]' : '[]',
  }
  const id = idAt(at, random)
  rows.messages.push({
    ...written,
    id,
    outbox_id: addMail({ rows, random }, at, {
      kind: 'message',
      key: `message:${id}`,
      to: 'shop@demo.example',
      mail: mailFor(written, '', DEFAULT_BUSINESS),
    }),
    status: answer === undefined ? 'new' : 'answered',
    search_text: fold(`${name} ${email} ${message}`),
    created_at: at.toISOString(),
  })
  if (answer === undefined) return
  const answered = new Date(at.getTime() + random.int(2, 20) * HOUR)
  rows.answers.push({
    message_id: id,
    number: 1,
    text: answer,
    written_by: 'Frame Roasters',
    outbox_id: addMail({ rows, random }, answered, {
      kind: 'answer',
      key: `answer:${id}:1`,
      to: email,
      mail: answerMailFor(
        { kind, message, problem: null, createdAt: at.toISOString() },
        answer,
        '',
        DEFAULT_BUSINESS,
      ),
    }),
    created_at: answered.toISOString(),
  })
}

type NewMail = {
  kind: MailKind
  key: string
  to: string
  mail: { subject: string; text: string; html: string }
  /** Why it could not be sent, if it has failed. */
  problem?: string
  about?: About
}

/** Adds an email that is kept and never sent, or that has failed. Returns its id. */
export function addMail(
  { rows, random }: Omit<Inventing, 'now'>,
  at: Date,
  { kind, key, to, mail, problem, about }: NewMail,
): string {
  const id = idAt(at, random)
  rows.outbox.push({
    id,
    kind,
    dedupe_key: key,
    recipient: to,
    reply_to: null,
    subject: mail.subject,
    body_text: mail.text,
    body_html: mail.html,
    about: about ? JSON.stringify(about) : null,
    ...(problem === undefined
      ? { state: 'sent', attempts: 0, sent_at: at.toISOString(), is_kept: 1 }
      : { state: 'failed', attempts: 9, sent_at: null, is_kept: 0 }),
    next_at: at.toISOString(),
    problem: problem ?? 'Not sent: this email was invented for the demo',
    message_id: `<${id}@demo.example>`,
    created_at: at.toISOString(),
  })
  return id
}

const SHARE = 0.3

/**
 * Adds reviews of the delivered orders to `rows`.
 * @param notes the first cupping note of a product, by its id
 */
export function inventReviews({
  rows,
  random,
  now,
  notes,
}: {
  rows: Rows
  random: Random
  now: Date
  notes: ReadonlyMap<string, string>
}): void {
  const written = new Set<string>()
  const used = new Set<string>()
  const linesOf = Map.groupBy(rows.order_lines, ({ order_id: order }) => order)
  for (const order of rows.orders) {
    if (order.state !== 'delivered' || !order.user_id || !order.delivered_at) continue
    for (const line of linesOf.get(order.id)!) {
      const at = new Date(Date.parse(order.delivered_at) + random.int(1, 6) * DAY + random.int(0, 9) * HOUR)
      const key = `${order.user_id} ${line.product_id}`
      if (written.has(key) || at > now || !random.chance(SHARE)) continue
      written.add(key)
      const isCoffee = line.category === COFFEE_BEANS
      const rating = random.weighted([
        [5, 60],
        [4, 30],
        [3, isCoffee ? 8 : 0],
        [2, isCoffee ? 2 : 0],
      ] as const)
      const texts = isCoffee ? REVIEWS[rating]! : GOODS_REVIEWS
      // A product does not get the same text twice.
      const text = texts.find((each) => !used.has(`${line.product_id} ${each}`) && random.chance(0.5))
      if (text === undefined) continue
      used.add(`${line.product_id} ${text}`)
      const hasReply = rating <= 4 && random.chance(0.4) && now.getTime() - at.getTime() > DAY
      rows.reviews.push({
        id: idAt(at, random),
        product_id: line.product_id,
        user_id: order.user_id,
        name: order.buyer_name,
        rating,
        comment: text.replace('{note}', notes.get(line.product_id) ?? 'sweetness'),
        is_by_buyer: 1,
        created_at: at.toISOString(),
        reply: hasReply ? random.pick(REVIEW_REPLIES) : null,
        replied_at: hasReply ? new Date(at.getTime() + 20 * HOUR).toISOString() : null,
        replied_by: hasReply ? 'Frame Roasters' : null,
      })
    }
  }
  const odd = rows.reviews.find(({ rating }) => rating <= 3)
  if (!odd) return
  odd.hidden_at = new Date(Date.parse(odd.created_at) + 5 * HOUR).toISOString()
  odd.hidden_by = 'Frame Roasters'
  odd.hidden_reason = 'It is about the carrier, not about the coffee'
}
