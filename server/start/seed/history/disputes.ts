/** Invents orders with troubles: disputes, a refund, an order that was not paid, and one whose roast day was missed. */
import { DISPUTE_EVENTS } from '#server/payments/events/disputes.ts'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { inventOrder } from './order.ts'
import { idAt, later, type NewOrder, note, type Rows } from './rows.ts'
import { bagOf, orderOf, type Setting } from './setting.ts'

type DisputeRow = Rows['disputes'][number]

/** Adds a dispute about the payment of an order, as PayPal reports it. It is for display: the shop asks PayPal for none. */
export function dispute(
  { rows, random, now }: Setting,
  order: NewOrder,
  {
    daysAgo,
    state,
    reason,
    answerIn,
  }: {
    daysAgo: number
    state: DisputeRow['state']
    reason: string
    /** The days until the shop must have answered. */
    answerIn?: number
  },
): void {
  const payment = rows.payments.find(({ order_id: id }) => id === order.id)!
  const opened = new Date(now.getTime() - daysAgo * DAY)
  rows.disputes.push({
    id: `DEMO-${idAt(opened, random).toUpperCase()}`,
    payment_id: payment.id,
    state,
    reason,
    amount_cents: payment.amount_cents,
    respond_by: answerIn === undefined ? null : later(now, answerIn * DAY),
    opened_at: opened.toISOString(),
    updated_at: opened.toISOString(),
  })
  const inventing = { rows, random }
  note(inventing, order, 'PayPal', DISPUTE_EVENTS.open, opened.toISOString())
  if (state !== 'open') note(inventing, order, 'PayPal', DISPUTE_EVENTS[state], later(opened, 20 * HOUR))
}

/** Adds two disputes, notes of staff, a refunded order, one that was never paid, and one whose coffee is late. */
export function inventTroubles(setting: Setting): void {
  const { now } = setting
  const at = (days: number) => new Date(now.getTime() - days * DAY)
  const lost = inventOrder(
    orderOf(setting, 'Yusuf Karaca', at(19), { bought: [bagOf(setting, 7, 2)], course: 'as planned' }),
  )
  dispute(setting, lost, {
    daysAgo: 3,
    state: 'waiting_for_us',
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    answerIn: 7,
  })
  remark(setting, lost, 'The carrier says that it lies at the post office. I have written to Yusuf.', 2)
  const settled = inventOrder(
    orderOf(setting, 'Wes Tillman', at(48), { bought: [bagOf(setting, 12)], course: 'as planned' }),
  )
  dispute(setting, settled, {
    daysAgo: 37,
    state: 'won',
    reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  })
  inventOrder(orderOf(setting, 'Karim Boutros', at(26), { bought: [bagOf(setting, 15)], course: 'refunded' }))
  inventOrder(orderOf(setting, 'Fiona Gallagher', at(34), { bought: [bagOf(setting, 2)], course: 'expired' }))
  const late = inventOrder(
    orderOf(setting, 'Daphne Kerr', at(8), { bought: [bagOf(setting, 4, 1, 'Drip')], course: 'open' }),
  )
  remark(setting, late, 'The Nyeri did not cup well on Monday. We roast it again.', 4)
}

function remark({ rows, random, now }: Setting, order: NewOrder, text: string, daysAgo: number): void {
  const at = new Date(now.getTime() - daysAgo * DAY)
  rows.order_notes.push({
    id: idAt(at, random),
    order_id: order.id,
    at: at.toISOString(),
    actor: 'Frame Roasters',
    text,
  })
}
