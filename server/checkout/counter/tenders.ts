/**
 * Money that staff take by hand. A tender is a record: it moves no money. Its payment pays the order as a payment at PayPal
 * does, so reports, refunds and books find it.
 */
import type { TenderBody } from '#shared/checkout/api/counter.ts'
import {
  SPLIT_NAME,
  TENDER_NAMES,
  TENDER_WAYS,
  isOfCounter,
  roundingOf,
  type TenderKind,
} from '#shared/checkout/tenders.ts'
import { formatCents, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow, PaymentRow, TenderRow } from '#server/kernel/db/schema.ts'
import { Refusal, conflict, wrongField } from '#server/kernel/errors.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { stepsToPaid } from '../orders/place/pay.ts'
import { daySteps } from '../counter-days/day-of-tender.ts'
import { hasCounterDays } from '../counter-days/days.ts'

/** What staff take for an amount, in cents; the drawer gets `cents` and `roundingCents`. */
export type Taken = {
  kind: TenderKind
  cents: number
  roundingCents: number
  receivedCents: number | null
  changeCents: number | null
  approval: string
  lastFour: string
}

type Wanted = Omit<TenderBody, 'kind'> & { kind: TenderKind }

/** The name of a payment, as it is on the order. */
export function nameOfTender({ kind, part }: Pick<Wanted, 'kind' | 'part'>): string {
  return part ? SPLIT_NAME : TENDER_NAMES[kind]
}

/**
 * What staff take for an amount: one tender, or a part with the card machine and the rest in cash. Throws 400 for less cash than
 * is to be taken and for a part that is not less than all, and 409 with the code `prices` if staff saw another amount.
 * @param cents what gift cards do not pay; more than 0
 */
export async function planTenders(shop: Shop, cents: number, tender: Wanted): Promise<Taken[]> {
  const { part, kind } = tender
  if (!part) return [await planTender(shop, cents, tender)]
  if (kind !== 'cash') throw wrongField('part', 'Only cash pays the rest of what the card machine took')
  const ofMachine = toCents(part.amount)
  if (ofMachine >= cents)
    throw wrongField('part', `Take less than ${formatCents(cents)} with the card machine, or all of it`)
  const taken = await planTender(shop, ofMachine, { ...part, kind: 'machine' })
  return [taken, await planTender(shop, cents - ofMachine, tender)]
}

async function planTender(shop: Shop, cents: number, tender: Wanted): Promise<Taken> {
  const { kind, received, approval, lastFour, due } = tender
  const { roundsCash } = await sellingOf(shop)
  const roundingCents = kind === 'cash' ? roundingOf(cents, roundsCash) : 0
  const toTake = cents + roundingCents
  if (due !== undefined && toCents(due) !== toTake)
    throw conflict(`${formatCents(toTake)} is to be paid now. Please check it`, {
      code: 'prices',
      due: toDollars(toTake),
    })
  const nothing = { approval: '', lastFour: '' }
  if (kind !== 'cash') {
    const printed = kind === 'machine' ? { approval, lastFour } : nothing
    return { kind, cents, roundingCents, receivedCents: null, changeCents: null, ...printed }
  }
  const receivedCents = received === undefined ? toTake : toCents(received)
  if (receivedCents < toTake)
    throw new Refusal(400, `Take ${formatCents(toTake)} at least`, { field: 'received' })
  const changeCents = receivedCents - toTake
  return { kind, cents, roundingCents, receivedCents, changeCents, ...nothing }
}

type Paid = Parameters<typeof stepsToPaid>[1] & Pick<OrderRow, 'payment_method'>

/**
 * The steps that take the money for an unpaid order: the first one must change one row.
 * @param actor the name of the member of staff
 */
export async function takeSteps(
  shop: Shop,
  order: Paid,
  taken: readonly Taken[],
  actor: string,
): Promise<Step[]> {
  const tenders = taken.map((each) => tenderRow(shop, order.id, each, actor))
  const { paid, others } = stepsToPaid(shop, order, actor, taken.map(describe).join('; '))
  const ofCounter = tenders.filter(({ kind }) => isOfCounter(kind))
  return [
    {
      query: shop.db
        .updateTable('orders')
        .set({ payment_method: nameOf(order, taken) })
        .where('id', '=', order.id)
        .where('state', '=', 'pending'),
      rows: 1,
    },
    { query: shop.db.insertInto('payments').values(tenders.map(paymentRow)) },
    { query: shop.db.insertInto('tenders').values(tenders) },
    paid,
    ...others,
    ...(ofCounter.length > 0 && (await hasCounterDays(shop)) ? daySteps(shop, ofCounter) : []),
  ]
}

function nameOf({ gift_card_cents: cents }: Paid, [one, other]: readonly Taken[]): string {
  const name = other ? SPLIT_NAME : TENDER_NAMES[one!.kind]
  return cents > 0 ? `Gift card and ${name}` : name
}

function tenderRow(shop: Shop, orderId: string, taken: Taken, actor: string): TenderRow {
  const id = newId(shop.clock)
  return {
    id,
    order_id: orderId,
    payment_id: id,
    refund_id: null,
    kind: taken.kind,
    cents: taken.cents,
    rounding_cents: taken.roundingCents,
    received_cents: taken.receivedCents,
    change_cents: taken.changeCents,
    approval: taken.approval,
    last_four: taken.lastFour,
    actor,
    at: isoNow(shop.clock),
    counter_day_id: null,
  }
}

/** The payment has the id of its tender. */
function paymentRow({ id, order_id, kind, cents, at }: TenderRow): PaymentRow {
  return {
    id,
    order_id,
    provider: kind,
    provider_order_id: null,
    state: 'completed',
    amount_cents: cents,
    currency: 'USD',
    create_request_id: id,
    attempt: 1,
    capture_request_id: null,
    // A constraint of the table requires it.
    capture_id: id,
    payer_email: null,
    problem: null,
    captured_cents: cents,
    returned_cents: 0,
    fee_cents: 0,
    captured_at: at,
    reread_at: null,
    payment_method_id: null,
    method: 'paypal',
    paid_with: null,
    card_brand: null,
    card_digits: null,
    created_at: at,
    updated_at: at,
  }
}

/** For the history: 'Paid in cash: took $20.00, gave back $1.50', or 'Paid with the card machine (4242, approval 00123)'. */
function describe({
  kind,
  cents,
  roundingCents,
  receivedCents,
  changeCents,
  approval,
  lastFour,
}: Taken): string {
  if (kind === 'cash') {
    const rounded = roundingCents === 0 ? '' : `, rounded to ${formatCents(cents + roundingCents)}`
    const back = changeCents ? `, gave back ${formatCents(changeCents)}` : ''
    return `Paid in cash${rounded}: took ${formatCents(receivedCents ?? cents)}${back}`
  }
  const printed = [lastFour, approval && `approval ${approval}`].filter(Boolean).join(', ')
  return `Paid ${TENDER_WAYS[kind]}${printed && ` (${printed})`}`
}
