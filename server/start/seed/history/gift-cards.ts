/**
 * Invents gift cards: bought in the shop and at the bar, one of them used in part, one frozen by a dispute, and one lost and
 * replaced. No code has their hashes, so the cards cannot be spent.
 */
import { CODE_LETTERS, maskedCode, type CardDesign } from '#shared/checkout/gift-cards.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { cardLine } from '#server/checkout/gift-cards/line.ts'
import { NO_DELIVERY } from '#server/checkout/orders/place/place-gift-card.ts'
import { DAY, HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { dispute } from './disputes.ts'
import { inventOrder } from './order.ts'
import { idAt, later, type NewOrder, note, type Rows } from './rows.ts'
import { bagOf, orderOf, personOf, type Setting } from './setting.ts'

type CardRow = Rows['gift_cards'][number]

/** Adds the cards, the orders that buy them, and an order that one of them pays in part. */
export function inventGiftCards(setting: Setting): void {
  const used = buyCard(setting, {
    from: 'Olga Petrenko',
    to: 'Lena Fischer',
    daysAgo: 41,
    cents: 5000,
    note: 'For your first mornings in Denver. Brew something good!',
    design: 'pour',
  })
  spend(setting, used.card, { name: 'Lena Fischer', daysAgo: 30 })
  buyCard(setting, {
    from: 'Priya Menon',
    to: 'Quentin Marsh',
    daysAgo: 9,
    cents: 10_000,
    note: 'Happy birthday!\nSee you at the bar.',
    design: 'morning',
  })
  const disputed = buyCard(setting, {
    from: 'Gil Serrano',
    to: 'Hannah Yoon',
    daysAgo: 15,
    cents: 2500,
    note: '',
    design: 'visitor',
  })
  disputed.card.state = 'frozen'
  dispute(setting, disputed.order, { daysAgo: 5, state: 'under_review', reason: 'UNAUTHORISED' })
  sellAtBar(setting, { daysAgo: 12, cents: 2500 })
  replaceLost(setting, sellAtBar(setting, { daysAgo: 27, cents: 5000 }))
}

type Sale = { from: string; to: string; daysAgo: number; cents: number; note: string; design: CardDesign }

/** A card that was bought in the shop and mailed. */
function buyCard(setting: Setting, sale: Sale): { card: CardRow; order: NewOrder } {
  const { rows, now } = setting
  const at = new Date(now.getTime() - sale.daysAgo * DAY - 3 * HOUR)
  const order = inventPrepaid(setting, sale.from, at, sale.cents)
  rows.order_lines.push(cardLine({ id: order.id, total_cents: sale.cents }))
  const receiver = personOf(sale.to)
  const card: CardRow = {
    ...newCard(setting, at, sale.cents),
    order_id: order.id,
    recipient_name: receiver.name,
    recipient_email: receiver.email,
    sender_name: sale.from,
    note: sale.note,
    design: sale.design,
    mailed_at: order.paid_at!,
    issued_at: order.paid_at!,
  }
  rows.gift_cards.push(card)
  move(setting, card, {
    cents: sale.cents,
    kind: 'issued',
    order_id: order.id,
    actor: sale.from,
    at: order.paid_at!,
  })
  return { card, order }
}

/** The order of something that is paid now and delivered later: without an address, shipping and tax. */
export function inventPrepaid(setting: Setting, name: string, at: Date, cents: number): NewOrder {
  const paid = later(at, 2 * MINUTE)
  const columns: Partial<NewOrder> = {
    ...NO_DELIVERY,
    items_cents: cents,
    total_cents: cents,
    is_gift_card: 1,
    state: 'delivered',
    paid_at: paid,
    delivered_at: paid,
  }
  return inventOrder(orderOf(setting, name, at, { bought: [], course: 'open', columns }))
}

function newCard({ random }: Setting, at: Date, cents: number): CardRow {
  const id = idAt(at, random)
  return {
    id,
    code_hash: `invented for the demo ${id}`,
    sealed_code: null,
    last_four: Array.from({ length: 4 }, () => CODE_LETTERS[random.int(0, CODE_LETTERS.length - 1)]!).join(
      '',
    ),
    state: 'active',
    cents,
    balance_cents: cents,
    order_id: null,
    replaced_by: null,
    send_on: null,
    mailed_at: null,
    sold_by: null,
    created_at: at.toISOString(),
    issued_at: at.toISOString(),
  }
}

type Move = Omit<Rows['gift_card_moves'][number], 'id' | 'card_id' | 'refund_id'>

function move({ rows, random }: Setting, card: CardRow, columns: Move): void {
  const id = idAt(new Date(columns.at), random)
  rows.gift_card_moves.push({ refund_id: null, ...columns, id, card_id: card.id })
}

/** An order that the card pays in part, and PayPal the rest. */
function spend(setting: Setting, card: CardRow, { name, daysAgo }: { name: string; daysAgo: number }): void {
  const at = new Date(setting.now.getTime() - daysAgo * DAY)
  const cents = 3200
  const order = inventOrder(
    orderOf(setting, name, at, {
      bought: [bagOf(setting, 2), bagOf(setting, 13)],
      course: 'as planned',
      card: { cardId: card.id, cents },
    }),
  )
  card.balance_cents = (card.balance_cents ?? 0) - cents
  const part = `${formatCents(cents)} by gift card ${maskedCode(card.last_four)}`
  note(setting, order, name, part, order.created_at)
}

function sellAtBar(setting: Setting, { daysAgo, cents }: { daysAgo: number; cents: number }): CardRow {
  const at = new Date(setting.now.getTime() - daysAgo * DAY - 5 * HOUR)
  const card = { ...newCard(setting, at, cents), sold_by: 'Frame Roasters' }
  setting.rows.gift_cards.push(card)
  move(setting, card, {
    cents,
    kind: 'sold',
    order_id: null,
    actor: 'Frame Roasters',
    at: at.toISOString(),
  })
  return card
}

/** Blocks a card, and moves its balance to a new one, as server/checkout/gift-cards/change-cards.ts does. */
function replaceLost(setting: Setting, card: CardRow): void {
  const at = new Date(setting.now.getTime() - 6 * DAY)
  const cents = card.balance_cents ?? 0
  const next = { ...newCard(setting, at, cents), sold_by: card.sold_by, mailed_at: at.toISOString() }
  // A card refers only to later ones, which are written first.
  setting.rows.gift_cards.unshift(next)
  Object.assign(card, { state: 'disabled', replaced_by: next.id, balance_cents: 0 })
  const moved = {
    kind: 'moved',
    order_id: null,
    actor: 'Frame Roasters',
    reason: 'Lost on the way home',
    at: at.toISOString(),
  } as const
  move(setting, card, { ...moved, cents: -cents })
  move(setting, next, { ...moved, cents })
}
