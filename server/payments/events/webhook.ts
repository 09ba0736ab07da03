/**
 * PayPal's webhook: verifies each event, stores it once and answers; `events.ts` processes it afterwards. The endpoint
 * has no contract, because the signature covers the exact bytes of the body. Decision 018.
 */
import type { FastifyInstance } from 'fastify'
import { MINUTE, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { Refusal, badRequest, notFound } from '#server/kernel/errors.ts'
import { PaymentRefused, PaymentUnavailable } from '#server/providers/providers.ts'
import type { Delivery } from '#server/providers/refunds.ts'
import type { Serving } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { readEvent } from './read-event.ts'

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
