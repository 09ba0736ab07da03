/**
 * PayPal's webhook: verifies each event, stores it once and answers; `events.ts` processes it afterwards. The endpoint
 * has no contract, because the signature covers the exact bytes of the body. Decision 018.
 */
import type { FastifyInstance } from 'fastify'
import { MINUTE, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { Refusal, badRequest, notFound } from '#server/kernel/errors.ts'
import { PaymentRefused, PaymentUnavailable, type Delivery } from '#server/providers/payments.ts'
import type { Serving } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'

const MAX_BYTES = 256 * 1024

export function servePaypalWebhook(app: FastifyInstance, { shop, limits }: Serving): void {
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.post(
      '/api/paypal/webhook',
      { config: { access: 'public' }, bodyLimit: MAX_BYTES },
      async ({ headers, body, ip }, reply) => {
        if (!shop.providers.payments.receivesEvents) throw notFound('Webhook')
        await limits.count('webhook', ip)
        const flat = Object.entries(headers).map(([name, value]) => [name, String(value)])
        await storeEvent(shop, {
          headers: Object.fromEntries(flat),
          body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        })
        return reply.send({ message: 'Taken' })
      },
    )
  })
}

/**
 * Stores an event once. Throws 400 if the event is not from PayPal, and 503 if that cannot be verified now; PayPal then
 * sends the event again.
 */
async function storeEvent(shop: Shop, delivery: Delivery): Promise<void> {
  const event = readEvent(delivery.body)
  if (!event) throw badRequest('This is not an event from PayPal')
  if (await isStored(shop, event.id)) return
  if (!shop.providers.payments.mayBeGenuine(delivery) || !(await isGenuine(shop, delivery))) {
    shop.log.warn({ event: event.id, type: event.type }, 'a webhook that is not from PayPal')
    throw badRequest('This is not an event from PayPal')
  }
  const delay = event.type === 'CHECKOUT.ORDER.APPROVED' ? APPROVAL_WAITS : 0
  await shop.db
    .insertInto('paypal_events')
    .values({
      id: event.id,
      event_type: event.type,
      about: JSON.stringify(event.about),
      state: 'waiting',
      attempts: 0,
      next_at: isoIn(shop.clock, delay),
      problem: null,
      received_at: isoNow(shop.clock),
    })
    .onConflict((taken) => taken.column('id').doNothing())
    .execute()
  // An event that is due later is found by the next regular run.
  if (delay === 0) shop.paypalSignal.raise()
}

/**
 * Milliseconds until an approval is processed: it waits for the buyer's browser, which pays within seconds unless it was
 * closed. All other events are processed at once, also those about a capture whose answer the shop waits for: the answer may
 * never come, and the buyer waits too.
 */
const APPROVAL_WAITS = MINUTE

async function isStored(shop: Shop, id: string): Promise<boolean> {
  const row = await shop.db.selectFrom('paypal_events').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

async function isGenuine(shop: Shop, delivery: Delivery): Promise<boolean> {
  try {
    return await shop.providers.payments.isGenuine(delivery)
  } catch (error) {
    if (!(error instanceof PaymentUnavailable) && !(error instanceof PaymentRefused)) throw error
    shop.log.warn({ err: error }, 'a webhook could not be checked; PayPal sends it again')
    throw new Refusal(503, 'Please send this again', {}, { 'retry-after': '60' })
  }
}

/** The ids in an event: PayPal's ids of order, capture, dispute and payment token, and the shop's order id (`ours`). */
export type About = { order?: string; capture?: string; dispute?: string; token?: string; ours?: string }

type PaypalEvent = { id: string; type: string; about: About }

/** Parses the body of a webhook request, which is untrusted: only its type and the ids in it are read. Null if it is no event. */
function readEvent(body: Buffer): PaypalEvent | null {
  const event = parse(body)
  const id = textAt(event, 'id')
  const type = textAt(event, 'event_type')
  if (!id || !/^[\w-]{1,100}$/.test(id) || !type || !/^[A-Z0-9._-]{1,100}$/.test(type)) return null
  const resource = fieldAt(event, 'resource')
  return { id, type, about: aboutOf(type, resource) }
}

function aboutOf(type: string, resource: unknown): About {
  if (type.startsWith('CUSTOMER.DISPUTE.')) return { dispute: textAt(resource, 'dispute_id') }
  if (type.startsWith('CHECKOUT.ORDER.')) return { order: textAt(resource, 'id') }
  if (type.startsWith('VAULT.PAYMENT-TOKEN.'))
    return { token: textAt(resource, 'id'), order: textAt(fieldAt(resource, 'metadata'), 'order_id') }
  const isReturned = type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED'
  return {
    capture: isReturned ? parentIn(resource, /\/captures\/(\w{1,100})$/) : textAt(resource, 'id'),
    order:
      textAt(fieldAt(fieldAt(resource, 'supplementary_data'), 'related_ids'), 'order_id') ??
      parentIn(resource, /\/checkout\/orders\/(\w{1,100})$/),
    ours: textAt(resource, 'custom_id'),
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

/** The value if it is a text of 1 to 100 letters, digits, `_`, `.` and `-`. */
function textAt(value: unknown, name: string): string | undefined {
  const text = fieldAt(value, name)
  return typeof text === 'string' && /^[\w.-]{1,100}$/.test(text) ? text : undefined
}

/**
 * The id in the link with the relation `up`: that of a refund leads to its capture, and that of a capture to its order.
 * @param form the form of the link's address, with a group for the id
 */
function parentIn(resource: unknown, form: RegExp): string | undefined {
  const links = fieldAt(resource, 'links')
  for (const link of Array.isArray(links) ? links.slice(0, MAX_LINKS) : []) {
    const href = fieldAt(link, 'href')
    if (fieldAt(link, 'rel') !== 'up' || typeof href !== 'string' || href.length > MAX_ADDRESS) continue
    const id = form.exec(href)?.[1]
    if (id !== undefined) return id
  }
  return undefined
}

const MAX_LINKS = 50
const MAX_ADDRESS = 2000
