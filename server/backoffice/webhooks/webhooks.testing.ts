/** Webhooks of a test shop with one receiver. The shop allows addresses in the private network. */
import { expect } from 'vitest'
import { WEBHOOK_TYPES, type WebhookType } from '#shared/platform/webhook-events.ts'
import { sendContactMessage } from '#test/messages.ts'
import type { TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { openReceiver, type Receiver } from './receiver.testing.ts'
import { sendWebhooks } from './send.ts'

type Made = { _id: string; secret: string }

export function webhooksOf(shop: TestShop) {
  let current: Receiver
  /** A new session each time, because sessions end when the clock is set ahead. */
  const asOwner = () => signedIn(shop, { name: 'Olive Owner', role: 'owner' })
  const read = async (path: string) => (await (await asOwner()).get(`/api/webhooks/${path}`)).body
  return {
    asOwner,
    receiver: () => current,
    webhookTo: async (url: string, events: readonly WebhookType[] = WEBHOOK_TYPES): Promise<Made> => {
      const answer = await (await asOwner()).post('/api/webhooks', { url, events })
      expect([answer.status, answer.text]).toEqual([201, expect.stringContaining('whsec_')])
      return answer.body
    },
    /** Someone writes to the shop. */
    write: (message: string) => sendContactMessage(shop, { message }),
    send: () => sendWebhooks(shop.shop),
    one: (id: string) => read(id),
    log: async (id: string) => (await read(`${id}/deliveries`)).deliveries,
    /** Before each test: no webhooks, and a new receiver. Returns what sets the clock back and closes the receiver. */
    forget: async () => {
      await shop.db.deleteFrom('webhooks').execute()
      await shop.db.deleteFrom('webhook_events').execute()
      current = await openReceiver()
      const ahead = shop.clock.now().getTime() - Date.now()
      return async () => {
        shop.clock.advance(ahead - (shop.clock.now().getTime() - Date.now()))
        await current.close()
      }
    },
  }
}
