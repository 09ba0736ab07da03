/** Refunds of money that staff took by hand: they give it back in the same way, such as in cash or with the card machine. */
import { TENDER_WAYS, isOfCounter, roundingOf } from '#shared/checkout/tenders.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { PaymentRow, RefundRow, TenderRow, Tx } from '#server/kernel/db/schema.ts'
import { daySteps } from '#server/checkout/counter-days/day-of-tender.ts'
import { hasCounterDays } from '#server/checkout/counter-days/days.ts'
import { note } from '#server/checkout/orders/history.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { addToRefunded, completeRow, finishCompleted, refundCards } from './end-refund.ts'
import { restock } from './refund-goods.ts'

/** The settings of refunds by hand. */
export type HandSettings = { roundsCash: boolean; hasDays: boolean }

/** Reads them. Call it before the transaction of the refund, which has one connection. */
export async function handSettingsOf(shop: Shop): Promise<HandSettings> {
  const { roundsCash } = await sellingOf(shop)
  return { roundsCash, hasDays: await hasCounterDays(shop) }
}

/** A started refund with its payment, which staff took by hand. */
type Share = { payment: PaymentRow; refund: RefundRow }

/** Completes started refunds, with their part to gift cards if they have one, and records what staff give back. */
export async function completeByHand(
  tx: Tx,
  shop: Shop,
  shares: readonly Share[],
  { roundsCash, hasDays }: HandSettings,
): Promise<void> {
  const tenders: TenderRow[] = []
  for (const share of shares) tenders.push(await giveBack(tx, shop, share, roundsCash))
  const ofCounter = tenders.filter(({ kind }) => isOfCounter(kind))
  if (!hasDays || ofCounter.length === 0) return
  // Last, as in a sale, which locks its goods before the counter day: otherwise the two could wait for each other.
  for (const { query } of daySteps(shop, ofCounter)) await tx.executeQuery(query)
}

async function giveBack(
  tx: Tx,
  shop: Shop,
  { payment, refund }: Share,
  roundsCash: boolean,
): Promise<TenderRow> {
  await completeRow(tx, shop, refund)
  const tender = refundTender(shop, payment, refund, roundsCash)
  await tx.insertInto('tenders').values(tender).execute()
  await addToRefunded(tx, shop, payment, refund, refund.amount_cents)
  await note(tx, shop, payment.order_id, refund.actor, describe(tender)).execute()
  await finishCompleted(tx, shop, payment, refund)
  await refundCards(tx, shop, refund)
  await restock(tx, shop, payment.order_id, refund)
  return tender
}

function refundTender(
  shop: Shop,
  payment: PaymentRow,
  { id, amount_cents: cents, actor }: RefundRow,
  roundsCash: boolean,
): TenderRow {
  const kind = payment.provider as TenderRow['kind']
  return {
    id: newId(shop.clock),
    order_id: payment.order_id,
    payment_id: payment.id,
    refund_id: id,
    kind,
    cents: -cents,
    // As a sale: what the drawer gives is rounded, and the refund has its exact amount.
    rounding_cents: kind === 'cash' ? -roundingOf(cents, roundsCash) : 0,
    received_cents: null,
    change_cents: null,
    approval: '',
    last_four: '',
    actor,
    at: isoNow(shop.clock),
    counter_day_id: null,
  }
}

/** 'Gave back $18.70 in cash', or 'Gave back $18.69 with the card machine'. */
function describe({ kind, cents, rounding_cents: rounding }: TenderRow): string {
  return `Gave back ${formatCents(-cents - rounding)} ${TENDER_WAYS[kind]}`
}
