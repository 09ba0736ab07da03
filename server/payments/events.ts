/**
 * What PayPal told by webhook, acted on. Of an event only the ids of what it is about are used: the thing itself is
 * read again, so that an old, early or doubled event finds what is true now. Nothing that PayPal never told is missed
 * for good either: money that came in is read again every day.
 */
import { sql } from 'kysely'
import { DAY, HOUR, MINUTE, isoIn, isoNow } from '../clock.ts'
import type { PaymentRow, PaypalEventRow } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { followDispute } from './disputes.ts'
import { captureApproved } from './payments.ts'
import { mismatch, settle } from './settle.ts'

/** The ids an event names: PayPal's of the order, the capture and the dispute, and ours of the order. */
type About = { order?: string; capture?: string; dispute?: string; ours?: string }

export type PaypalEvent = { id: string; type: string; about: About }

const CLAIM = 2 * MINUTE
const LONGEST_WAIT = HOUR
const MAX_ATTEMPTS = 20
const BATCH = 50

/** Reads a delivery; null when it is no event. */
export function readEvent(body: Buffer): PaypalEvent | null {
  const event = parse(body)
  const id = textAt(event, 'id')
  const type = textAt(event, 'event_type')
  if (!id || !/^[\w-]{1,100}$/.test(id) || !type || !/^[A-Z0-9._-]{1,100}$/.test(type)) return null
  const resource = fieldAt(event, 'resource')
  const about: About = type.startsWith('CUSTOMER.DISPUTE.')
    ? { dispute: textAt(resource, 'dispute_id') }
    : type.startsWith('CHECKOUT.ORDER.')
      ? { order: textAt(resource, 'id') }
      : {
          capture:
            type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED'
              ? captureIn(resource)
              : textAt(resource, 'id'),
          order: textAt(fieldAt(fieldAt(resource, 'supplementary_data'), 'related_ids'), 'order_id'),
          ours: textAt(resource, 'custom_id'),
        }
  return { id, type, about }
}

/** Acts on the events that are due, the oldest first. */
export async function followEvents(shop: Shop, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const due = await shop.db
      .selectFrom('paypal_events')
      .selectAll()
      // A literal: SQLite does not look into parameters, and would go through all there ever were.
      .where('state', '=', sql.lit('waiting'))
      .where('next_at', '<=', isoNow(shop.clock))
      .orderBy('next_at')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (due.length === 0) return
    for (const event of due) {
      if (signal?.aborted) return
      if (await claim(shop, event)) await follow(shop, event)
    }
  }
}

/** Reads money again that came in long ago: somebody may have given it back in PayPal's own site. */
export async function rereadPayments(shop: Shop): Promise<void> {
  const payments = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', sql.lit('completed'))
    .where('captured_at', '>', isoIn(shop.clock, -REFUNDABLE))
    .where((eb) => eb.or([eb('reread_at', 'is', null), eb('reread_at', '<', isoIn(shop.clock, -DAY))]))
    .limit(200)
    .execute()
  for (const payment of payments) {
    await shop.db
      .updateTable('payments')
      .set({ reread_at: isoNow(shop.clock) })
      .where('id', '=', payment.id)
      .execute()
    await reread(shop, payment)
  }
  const open = await shop.db
    .selectFrom('disputes')
    .select('id')
    .where('state', 'not in', ['won', 'lost', 'closed'])
    .execute()
  for (const { id } of open) await followDispute(shop, id)
}

/** PayPal refunds and disputes a payment for so long. */
const REFUNDABLE = 181 * DAY

async function claim(shop: Shop, event: PaypalEventRow): Promise<boolean> {
  const { numUpdatedRows } = await shop.db
    .updateTable('paypal_events')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: isoIn(shop.clock, CLAIM) }))
    .where('id', '=', event.id)
    .where('state', '=', 'waiting')
    .where('next_at', '=', event.next_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function follow(shop: Shop, event: PaypalEventRow): Promise<void> {
  try {
    const isOurs = await act(shop, event)
    if (!isOurs) shop.log.warn({ event: event.id, type: event.event_type }, 'an event about nothing of ours')
    await shop.db
      .updateTable('paypal_events')
      .set({ state: isOurs ? 'done' : 'stray', problem: null })
      .where('id', '=', event.id)
      .execute()
  } catch (error) {
    await putOff(shop, event, error as Error)
  }
}

async function putOff(shop: Shop, event: PaypalEventRow, error: Error): Promise<void> {
  const attempts = event.attempts + 1
  const hasFailed = attempts >= MAX_ATTEMPTS
  shop.log[hasFailed ? 'error' : 'warn']({ err: error, event: event.id, attempts }, 'event not followed yet')
  await shop.db
    .updateTable('paypal_events')
    .set({
      state: hasFailed ? 'failed' : 'waiting',
      next_at: isoIn(shop.clock, Math.min(MINUTE * 2 ** (attempts - 1), LONGEST_WAIT)),
      problem: error.message.slice(0, 500),
    })
    .where('id', '=', event.id)
    .execute()
}

/** False when the event is about nothing that we know. */
async function act(shop: Shop, { event_type, about }: PaypalEventRow): Promise<boolean> {
  const named = JSON.parse(about) as About
  if (named.dispute !== undefined) return followDispute(shop, named.dispute)
  const payments = await paymentsOf(shop, named)
  const why = event_type === 'PAYMENT.CAPTURE.REVERSED' ? 'Taken back by PayPal' : undefined
  for (const payment of payments) await reread(shop, payment, why)
  return payments.length > 0
}

async function paymentsOf(shop: Shop, { order, capture, ours }: About): Promise<PaymentRow[]> {
  if (order === undefined && capture === undefined && ours === undefined) return []
  const payments = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where((eb) =>
      eb.or([
        // PayPal's ids are unique beside the provider, and found by both.
        ...(order === undefined ? [] : [eb.and({ provider: 'paypal', provider_order_id: order })]),
        ...(capture === undefined ? [] : [eb.and({ provider: 'paypal', capture_id: capture })]),
        ...(ours === undefined ? [] : [eb('order_id', '=', ours)]),
      ]),
    )
    .execute()
  return payments.filter(({ provider_order_id }) => provider_order_id !== null)
}

/** Brings our books in line with what PayPal shows of a payment now, and finishes what its buyer has approved. */
async function reread(shop: Shop, payment: PaymentRow, why?: string): Promise<void> {
  const seen = await shop.providers.payments.getPayment(payment.provider_order_id!)
  if (seen?.status === 'done') await settle(shop, payment, seen, why)
  if (seen?.status !== 'approved' || payment.state !== 'created' || mismatch(shop, payment, seen)) return
  try {
    await captureApproved(shop, payment)
  } catch (error) {
    // A declined card, or an order that takes no money any more, is an outcome; the order says so.
    if (!(error instanceof Refusal)) throw error
    shop.log.info({ payment: payment.id, message: error.message }, 'approved, and not captured')
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

function fieldAt(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/** An id of at most a hundred harmless letters. */
function textAt(value: unknown, name: string): string | undefined {
  const text = fieldAt(value, name)
  return typeof text === 'string' && /^[\w.-]{1,100}$/.test(text) ? text : undefined
}

/** A refund names its capture by a link. */
function captureIn(refund: unknown): string | undefined {
  const links = fieldAt(refund, 'links')
  const up = Array.isArray(links) ? links.find((link) => fieldAt(link, 'rel') === 'up') : undefined
  const href = fieldAt(up, 'href')
  return typeof href === 'string' ? /\/captures\/(\w{1,100})$/.exec(href)?.[1] : undefined
}
