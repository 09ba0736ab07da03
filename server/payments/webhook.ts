/**
 * PayPal's webhook: verifies and stores each event once, then answers; `events.ts` processes it afterwards. Not described
 * by a contract, because the signature covers the exact bytes of the body. Decision 018.
 */
import type { FastifyInstance } from 'fastify'
import { MINUTE, isoIn, isoNow } from '../time/clock.ts'
import { Refusal, badRequest, notFound } from '../errors.ts'
import { PaymentRefused, PaymentUnavailable } from '../providers/providers.ts'
import type { Delivery } from '../providers/refunds.ts'
import type { Serving } from '../http/serve.ts'
import type { Shop } from '../shop.ts'
import { readEvent, type PaypalEvent } from './read-event.ts'

const LARGEST = 256 * 1024

export function servePaypalWebhook(app: FastifyInstance, { shop, limits }: Serving): void {
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: LARGEST },
      (_request, body, done) => done(null, body),
    )
    scope.post(
      '/api/paypal/webhook',
      { config: { access: 'public' }, bodyLimit: LARGEST },
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
 * Stores an event once. Throws 400 for one that is not from PayPal, and 503 if that cannot be verified now; PayPal then
 * sends it again.
 */
async function storeEvent(shop: Shop, delivery: Delivery): Promise<void> {
  const event = readEvent(delivery.body)
  if (!event) throw badRequest('This is no event of PayPal’s')
  if (await isStored(shop, event.id)) return
  if (!shop.providers.payments.mayBeGenuine(delivery) || !(await isGenuine(shop, delivery))) {
    shop.log.warn({ event: event.id, type: event.type }, 'a webhook that is not PayPal’s')
    throw badRequest('This is no event of PayPal’s')
  }
  await shop.db
    .insertInto('paypal_events')
    .values({
      id: event.id,
      event_type: event.type,
      about: JSON.stringify(event.about),
      state: 'waiting',
      attempts: 0,
      next_at: isoIn(shop.clock, waitFor(event)),
      problem: null,
      received_at: isoNow(shop.clock),
    })
    .onConflict((taken) => taken.column('id').doNothing())
    .execute()
  shop.paypalSignal.raise()
}

/** Waits for the buyer's browser, which pays within seconds unless it was closed. */
function waitFor({ type }: PaypalEvent): number {
  return type === 'CHECKOUT.ORDER.APPROVED' ? MINUTE : 0
}

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
