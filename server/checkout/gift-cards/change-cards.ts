/** What staff do with gift cards: sell one at the bar, change a balance, block a lost card and replace it. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { CardForStaff, giftCardAdmin } from '#shared/checkout/api/gift-card-admin.ts'
import { maskedCode } from '#shared/checkout/gift-cards.ts'
import { formatCents, toCents } from '#shared/kernel/pricing.ts'
import type { GiftCardRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { attemptOf, transactOnce, type RequestKey } from '#server/platform/http/idempotency.ts'
import { giftCardMail } from '#server/platform/outbox/gift-card-mail.ts'
import { requireOn } from '#server/platform/settings/parts.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { addCardCash } from '../counter-days/days.ts'
import { newCode, unseal } from './codes.ts'
import { credit, debit, lockCard, moveOf, recordCard } from './card-moves.ts'
import { isReplacementFrozen } from './freeze.ts'
import { subjectOfCard } from './issue.ts'
import { readCardForStaff } from './read-cards.ts'
import { SOLD, requireWithinLimit } from './sell-limit.ts'
import { lockUser } from '#server/platform/sessions/lock-user.ts'

type NewCard = Body<typeof giftCardAdmin.create>

const SALE = { route: 'POST /api/giftcards', what: 'gift card' }

/**
 * Issues a card that was paid at the bar, and mails it if it has a recipient. Throws 400 and 409 for an amount above the
 * limits of a barista. A repeated call with the same idempotency key issues no second card.
 */
export async function sellCard(
  shop: Shop,
  staff: SignedIn,
  wanted: NewCard,
  key: RequestKey | null,
): Promise<CardForStaff> {
  const attempt = attemptOf(staff, SALE, key)
  const row = await soldRow(shop, staff, wanted)
  const { card } = await transactOnce(shop, attempt, async (tx) => {
    // Two sales of one barista take turns, so that both cannot use up the limit.
    await lockUser(tx, staff._id)
    await requireWithinLimit(tx, shop, staff, row.cents)
    await requireOn(tx, shop, 'giftCards')
    await tx.insertInto('gift_cards').values(row).execute()
    const move = { card_id: row.id, cents: row.cents, kind: 'sold', actor: staff.name } as const
    await tx
      .insertInto('gift_card_moves')
      .values(moveOf(shop, { ...move, paid_by: wanted.paidBy }))
      .execute()
    await recordCard(tx, shop, staff, row, SOLD, [
      { field: 'Amount', before: '', after: formatCents(row.cents) },
    ])
    if (row.recipient_email) await giftCardMail(tx, shop, row, subjectOfCard(row)).execute()
    if (wanted.paidBy === 'cash') await addCardCash(tx, shop, staff, row)
    return { card: row.id }
  })
  shop.mailSignal.raise()
  return readCardForStaff(shop, card)
}

async function soldRow(shop: Shop, staff: SignedIn, wanted: NewCard): Promise<GiftCardRow> {
  const cents = toCents(wanted.amount)
  const now = isoNow(shop.clock)
  const id = newId(shop.clock)
  const { code: _, ...code } = await newCode(shop, id)
  return {
    id,
    ...code,
    state: 'active',
    cents,
    balance_cents: cents,
    order_id: null,
    replaced_by: null,
    recipient_name: wanted.to?.name ?? '',
    recipient_email: wanted.to?.email ?? '',
    sender_name: wanted.from,
    note: wanted.note.replace(/\r\n?/g, '\n'),
    design: wanted.design,
    send_on: null,
    mailed_at: wanted.to?.email ? now : null,
    sold_by: staff.name,
    is_subscription: 0,
    created_at: now,
    issued_at: now,
  }
}

const ADJUSTMENT = { route: 'POST /api/giftcards/:id/adjustments', what: 'adjustment' }

/**
 * Changes a balance. Throws 404, and 409 if the card is blocked or has less than is taken.
 * @param key the Idempotency-Key of the request
 */
export async function adjustCard(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { amount, reason }: Body<typeof giftCardAdmin.adjust>,
  key: RequestKey | null,
): Promise<CardForStaff> {
  const attempt = attemptOf(admin, ADJUSTMENT, key)
  await transactOnce(shop, attempt, async (tx) => {
    const card = await lockIssued(tx, id)
    if (card.state === 'disabled') throw conflict('This card is blocked. Change the card that replaces it')
    const cents = Math.sign(amount) * toCents(Math.abs(amount))
    const move = { card_id: id, cents, kind: 'adjusted', reason, actor: admin.name } as const
    if (cents > 0) await credit(tx, shop, move)
    else if (!(await debit(tx, shop, move)))
      throw conflict(`Only ${formatCents(card.balance_cents)} is left on this card`)
    await recordCard(tx, shop, admin, card, 'Balance changed', [
      {
        field: 'Balance',
        before: formatCents(card.balance_cents),
        after: formatCents(card.balance_cents + cents),
      },
      { field: 'Reason', before: '', after: reason },
    ])
    return { card: id }
  })
  return readCardForStaff(shop, id)
}

/** Blocks a card. Its balance stays owed. A second call changes nothing. Throws 404. */
export async function disableCard(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { reason }: { reason: string },
): Promise<CardForStaff> {
  await transact(shop.db, async (tx) => {
    const card = await lockIssued(tx, id)
    if (card.state === 'disabled') return
    await tx
      .updateTable('gift_cards')
      .set({ state: 'disabled', sealed_code: null })
      .where('id', '=', id)
      .execute()
    await recordCard(tx, shop, admin, card, 'Blocked', [{ field: 'Reason', before: '', after: reason }])
  })
  return readCardForStaff(shop, id)
}

/**
 * Blocks a lost card, and moves its balance to a new card with a new code. The new card is frozen if the payment of the
 * purchase is disputed or was taken back, also if the old card was blocked since. Returns the new card. Throws 404, and
 * 409 if the card was replaced already.
 */
export async function replaceCard(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { reason }: { reason: string },
): Promise<CardForStaff> {
  const nextId = newId(shop.clock)
  const { code: _, ...code } = await newCode(shop, nextId)
  await transact(shop.db, async (tx) => {
    const card = await lockIssued(tx, id)
    if (card.replaced_by !== null) throw conflict('This card was replaced already', { code: 'replaced' })
    const now = isoNow(shop.clock)
    const next: GiftCardRow = {
      ...card,
      id: nextId,
      ...code,
      state: (await isReplacementFrozen(tx, card)) ? 'frozen' : 'active',
      // The row of the old card names the order. Refunds and disputes find this card through it.
      order_id: null,
      // Staff print the new card, or mail it.
      mailed_at: now,
      created_at: now,
      issued_at: now,
    }
    await tx.insertInto('gift_cards').values(next).execute()
    await tx
      .updateTable('gift_cards')
      .set({ state: 'disabled', sealed_code: null, replaced_by: nextId, balance_cents: 0 })
      .where('id', '=', id)
      .execute()
    if (card.balance_cents > 0) {
      const move = { kind: 'moved', actor: admin.name, reason } as const
      await tx
        .insertInto('gift_card_moves')
        .values([
          moveOf(shop, { ...move, card_id: id, cents: -card.balance_cents }),
          moveOf(shop, { ...move, card_id: nextId, cents: card.balance_cents }),
        ])
        .execute()
    }
    await recordCard(tx, shop, admin, card, `Replaced by ${maskedCode(next.last_four)}`, [
      { field: 'Reason', before: '', after: reason },
    ])
  })
  return readCardForStaff(shop, nextId)
}

/** Mails a card to its recipient, also again. Throws 404, and 409 if it is blocked, has no recipient, or its code cannot be read. */
export async function mailCardAgain(shop: Shop, admin: SignedIn, id: string): Promise<CardForStaff> {
  const found = await shop.db.selectFrom('gift_cards').selectAll().where('id', '=', id).executeTakeFirst()
  if (found?.state === 'active' && (await unseal(shop, found)) === null)
    throw conflict('The code of this gift card can no longer be mailed. Replace the card')
  await transact(shop.db, async (tx) => {
    const card = await lockIssued(tx, id)
    if (card.state !== 'active') throw conflict('This card is blocked')
    if (card.recipient_email === '') throw conflict('This card has no address. Print it instead')
    await tx
      .updateTable('gift_cards')
      .set({ mailed_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .execute()
    await giftCardMail(tx, shop, card, subjectOfCard(card)).execute()
    await recordCard(tx, shop, admin, card, `Mailed to ${card.recipient_email}`)
  })
  shop.mailSignal.raise()
  return readCardForStaff(shop, id)
}

async function lockIssued(tx: Tx, id: string): Promise<GiftCardRow> {
  const card = await lockCard(tx, id)
  if (!card || card.is_subscription || card.state === 'ordered' || card.state === 'void')
    throw notFound('Gift card')
  return card
}
