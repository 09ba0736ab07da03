/** The signing secrets of webhooks, sealed in the database. */
import { randomBytes } from 'node:crypto'
import type { WebhookRow } from '#server/kernel/db/schema.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { seal, unseal } from '#server/platform/keys/ring.ts'
import type { Shop } from '#server/platform/shop.ts'

/** A new secret: 32 random bytes (https://www.standardwebhooks.com, "Signature scheme"). */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** @param id of the webhook: the result cannot be opened for another one */
export function sealSecret(shop: Shop, id: string, secret: string): Promise<string> {
  return seal(shop, { purpose: 'webhook', id }, secret)
}

/** The secrets that sign, the current one first. Null if the current one cannot be opened: its key is missing. */
export async function openSecrets(shop: Shop, webhook: WebhookRow): Promise<string[] | null> {
  const open = (sealed: string) => unseal(shop, { purpose: 'webhook', id: webhook.id }, sealed)
  const current = await open(webhook.secret)
  if (current === null) return null
  const { former_secret: sealed, former_until: until } = webhook
  if (sealed === null || until === null || until <= isoNow(shop.realClock)) return [current]
  const former = await open(sealed)
  return former === null ? [current] : [current, former]
}
