/** Gift cards for visitors: what the shop sells, buying one, and the balance of a card. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { dollars, email, id, idParams, instant, line, prose, requiredLine } from '#shared/kernel/fields.ts'
import { CARD_STATES, DESIGN_KEYS } from '../gift-cards.ts'
import { order } from './orders.ts'
import { guest, typedCode } from './place-order.ts'
import { isDay } from '#shared/kernel/days.ts'

export const MAX_CARD_NOTE = 300

/** The day at the shop on which a card is mailed; empty for immediately. */
const mailDay = z._default(
  z.string().check(z.refine((text) => text === '' || isDay(text), 'Enter a day such as 2026-12-24')),
  '',
)

/** Who gets a card, and what is on it. */
export const cardText = {
  /** Null for the buyer. */
  to: z._default(z.nullable(z.object({ name: requiredLine('Recipient', 100), email })), null),
  /** The sender's name; the buyer's if it is empty. */
  from: z._default(line('Your name', 100), ''),
  note: z._default(prose('Note', MAX_CARD_NOTE), ''),
  design: z._default(z.enum(DESIGN_KEYS, 'Choose one of the pictures'), DESIGN_KEYS[0]),
}

const balance = z.object({
  lastFour: z.string(),
  state: z.enum(CARD_STATES),
  balance: dollars,
  /** The amount for which the card was issued. */
  amount: dollars,
  design: z.enum(DESIGN_KEYS),
})

/** What the holder of a code sees: the balance, and the names and the note on the card. */
const heldCard = z.extend(balance, { to: z.string(), from: z.string(), note: z.string() })
export type HeldCard = z.infer<typeof heldCard>

const cardOfOrder = z.extend(balance, {
  _id: id,
  to: z.object({ name: z.string(), email: z.string() }),
  from: z.string(),
  note: z.string(),
  /** The day on which it is mailed; null for immediately. */
  sendOn: z.nullable(z.string()),
  mailedAt: z.nullable(instant),
  /** Whether the card can be printed: it is paid, and its code can be read. */
  canPrint: z.boolean(),
})
export type CardOfOrder = z.infer<typeof cardOfOrder>

const ownCard = z.object({
  _id: id,
  lastFour: z.string(),
  state: z.enum(CARD_STATES),
  /** Null for a card for someone else, because the balance would show what that person spends. */
  balance: z.nullable(dollars),
  amount: dollars,
  to: z.object({ name: z.string(), email: z.string() }),
  from: z.string(),
  /** The caller's order that bought it; null if someone else bought it. */
  order: z.nullable(z.object({ _id: id, number: z.string() })),
  sendOn: z.nullable(z.string()),
  mailedAt: z.nullable(instant),
})
export type OwnCard = z.infer<typeof ownCard>

export const giftCards = contract({
  offer: {
    method: 'GET',
    path: '/api/giftcards/offer',
    access: 'public',
    summary: 'The amounts of gift cards that the shop sells',
    reply: z.object({
      isOffered: z.boolean(),
      amounts: z.array(dollars),
      least: dollars,
      most: dollars,
    }),
    cached: ['Settings'],
  },
  buy: {
    method: 'POST',
    path: '/api/giftcards/orders',
    access: 'buyer',
    part: 'giftCards',
    starts: true,
    summary:
      'Orders a gift card. It is issued and mailed when the order is paid. With `Idempotency-Key`, a retry does not place a second order',
    body: z.object({ guest, amount: dollars, ...cardText, sendOn: mailDay }),
    reply: z.extend(order, {
      /** The token of the link to a guest’s order; not set for a signed-in user. */
      guestLink: z.optional(z.string()),
    }),
    status: 201,
  },
  mine: {
    method: 'GET',
    path: '/api/giftcards/mine',
    access: 'user',
    part: 'giftCards',
    summary:
      'The gift cards that the caller bought, and those that were mailed to the caller’s confirmed address, without their codes',
    reply: z.object({ cards: z.array(ownCard) }),
  },
  ofOrder: {
    method: 'GET',
    path: '/api/orders/:id/gift-card',
    access: 'buyer',
    summary: 'The gift card that an order bought, without its code',
    params: idParams,
    reply: cardOfOrder,
  },
  file: {
    method: 'GET',
    path: '/api/orders/:id/gift-card.pdf',
    access: 'buyer',
    summary: 'The gift card that an order bought, to print',
    params: idParams,
    reply: { file: 'application/pdf' },
  },
  balance: {
    method: 'POST',
    path: '/api/giftcards/balance',
    access: 'public',
    summary: 'What is left on the gift card with this code. Wrong codes are limited',
    body: z.object({
      code: typedCode,
      /** An unpaid order that a new one replaces. What the card pays of it counts as still on the card. */
      unpaidOrder: z.optional(id),
    }),
    reply: heldCard,
  },
  print: {
    method: 'POST',
    path: '/api/giftcards/file',
    access: 'public',
    summary: 'The gift card with this code, to print. Wrong codes are limited',
    body: z.object({ code: typedCode }),
    reply: { file: 'application/pdf' },
  },
})
