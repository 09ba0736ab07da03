/** Gift cards for staff: selling them at the bar, finding them, and changing them. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import {
  changeOfDollars,
  dollars,
  email,
  id,
  idParams,
  instant,
  line,
  page,
  paged,
  searched,
} from '#shared/kernel/fields.ts'
import { CARD_STATES, MAX_TYPED_CODE } from '../gift-cards.ts'
import { COUNTER_KINDS } from '../tenders.ts'
import { cardText } from './gift-cards.ts'

export const MAX_CARD_REASON = 200

const listed = z.object({
  _id: id,
  lastFour: z.string(),
  state: z.enum(CARD_STATES),
  balance: dollars,
  amount: dollars,
  to: z.object({ name: z.string(), email: z.string() }),
  /** The order that bought it; null if it was sold at the bar. */
  order: z.nullable(z.object({ _id: id, number: z.string() })),
  /** Who sold it at the bar; empty if it was bought in the shop. */
  soldBy: z.string(),
  createdAt: instant,
})
export type ListedCard = z.infer<typeof listed>

/** A change of the balance in dollars; negative if the balance went down. */
const move = z.object({
  _id: id,
  kind: z.enum(['issued', 'sold', 'held', 'released', 'refunded', 'returned', 'adjusted', 'moved']),
  amount: z.number(),
  order: z.nullable(z.object({ _id: id, number: z.string() })),
  reason: z.string(),
  by: z.string(),
  at: instant,
})

const card = z.extend(listed, {
  from: z.string(),
  note: z.string(),
  sendOn: z.nullable(z.string()),
  mailedAt: z.nullable(instant),
  /** Whether its code can still be read. Otherwise the card cannot be printed or mailed. */
  canPrint: z.boolean(),
  /** Whether it was invented for the demo, without a code. */
  isInvented: z._default(z.boolean(), false),
  /** The card that replaced it, and the card that it replaced. */
  replacedBy: z.nullable(z.object({ _id: id, lastFour: z.string() })),
  moves: z.array(move),
})
export type CardForStaff = z.infer<typeof card>

const reason = line('Reason', MAX_CARD_REASON).check(
  z.refine((text) => text !== '', 'Say why, for the change log'),
)

export const giftCardAdmin = contractOf('giftCards', {
  list: {
    method: 'GET',
    path: '/api/giftcards',
    access: 'barista',
    summary:
      'The gift cards that were issued, newest first or as `sort` says, twenty per page or `pageSize`; `keyword` is a code, its last four characters, an order number, or words of names and emails',
    query: z.strictObject({
      ...paged(['date', 'name', 'amount', 'left']),
      keyword: z.optional(searched(MAX_TYPED_CODE * 2)),
    }),
    reply: z.object({
      cards: z.array(listed),
      page,
      pages: page,
      /** What is left on all cards, in dollars. */
      outstanding: z.number(),
      /** What the caller may still sell today, in dollars; null if there is no limit. */
      mayStillSell: z.nullable(z.number()),
    }),
  },
  one: {
    method: 'GET',
    path: '/api/giftcards/:id',
    access: 'barista',
    summary: 'One gift card with all changes of its balance, without its code',
    params: idParams,
    reply: card,
  },
  create: {
    method: 'POST',
    path: '/api/giftcards',
    access: 'barista',
    starts: true,
    summary:
      'Issues a gift card that was paid at the bar. A barista may sell a limited amount per day. With `Idempotency-Key`, a retry does not issue a second card',
    body: z.object({
      amount: dollars.check(z.minimum(0.01, 'Enter an amount')),
      ...cardText,
      /** Cash goes into the drawer of the counter. */
      paidBy: z._default(z.enum(COUNTER_KINDS), 'cash'),
      /** Who gets the card. Without an address, it is only printed. */
      to: z._default(
        z.nullable(
          z.object({
            name: line('Recipient', 100),
            email: z._default(z.union([z.literal(''), email], 'Enter a valid email address'), ''),
          }),
        ),
        null,
      ),
    }),
    reply: card,
    status: 201,
  },
  file: {
    method: 'GET',
    path: '/api/giftcards/:id/file.pdf',
    access: 'barista',
    summary: 'A gift card to print, with its code',
    params: idParams,
    reply: { file: 'application/pdf' },
  },
  adjust: {
    method: 'POST',
    path: '/api/giftcards/:id/adjustments',
    access: 'admin',
    summary:
      'Changes the balance of a gift card by an amount, with a reason. With `Idempotency-Key`, a retry does not change it again',
    params: idParams,
    body: z.object({
      /** In dollars; negative to take money from the card. */
      amount: changeOfDollars,
      reason,
    }),
    reply: card,
  },
  replace: {
    method: 'POST',
    path: '/api/giftcards/:id/replacement',
    access: 'admin',
    summary: 'Blocks a lost gift card, and moves its balance to a new card with a new code',
    params: idParams,
    body: z.object({ reason }),
    reply: card,
    status: 201,
  },
  disable: {
    method: 'POST',
    path: '/api/giftcards/:id/disabling',
    access: 'admin',
    summary: 'Blocks a gift card. Its balance stays owed, and a replacement can get it',
    params: idParams,
    body: z.object({ reason }),
    reply: card,
  },
  mail: {
    method: 'POST',
    path: '/api/giftcards/:id/mail',
    access: 'admin',
    summary: 'Mails a gift card to its recipient, for the first time or again',
    params: idParams,
    reply: card,
  },
})
