/**
 * The webhooks of the shop's account at Shippo (https://docs.goshippo.com/tracking/creating-webhooks): listed, made and
 * changed. A test token and a live token have separate webhooks.
 */
import type { Webhook, Webhooks } from '../webhooks.ts'
import { type ShippoHttp, ShippoRefused } from './http.ts'
import { type Fields, fieldsOf, isTestToken, listOf, required, textOf, unclear } from './parse.ts'

/** The only event that the shop uses. Shippo reads `all` back as `*`. */
const EVENT = 'track_updated'
const USEFUL = new Set([EVENT, 'all', '*'])

const PATH = '/webhooks'
/** Shippo accepts addresses of fewer characters. */
const MAX_URL = 200
/** Pages of the list. An account with more webhooks than these pages have cannot be handled here. */
const MAX_PAGES = 5

export function shippoWebhooks(http: ShippoHttp, token: string): Webhooks {
  const isTest = isTestToken(token)

  async function listWebhooks(page = 1): Promise<Webhook[]> {
    const path = page === 1 ? PATH : `${PATH}?page=${page}`
    const list = fieldsOf(await http.call({ method: 'GET', path, repeatable: true }), 'list of webhooks')
    const all = listOf(list.results ?? [], 'results').map((each) => fieldsOf(each, 'webhook'))
    const ours = all.filter((each) => each.is_test === undefined || each.is_test === isTest).map(read)
    return textOf(list.next) === '' || page === MAX_PAGES
      ? ours
      : [...ours, ...(await listWebhooks(page + 1))]
  }

  /** Makes a webhook, or replaces one. Returns its id. */
  async function put(url: string, before: Webhook | undefined): Promise<string> {
    const body = { event: EVENT, url, active: true, is_test: isTest }
    const made = before
      ? await http.call({ method: 'PUT', path: pathOf(before.id), body, repeatable: true })
      : // Not repeated, because each repetition would make another webhook.
        await http.call({ method: 'POST', path: PATH, body, repeatable: false })
    return required(fieldsOf(made, 'webhook'), 'object_id')
  }

  return {
    listWebhooks: () => listWebhooks(),
    async setWebhook(url, known) {
      if (url.length >= MAX_URL)
        throw unclear(`Shippo accepts only addresses of fewer than ${MAX_URL} characters`)
      const all = await listWebhooks()
      const before = all.find((each) => each.url === url) ?? all.find(({ id }) => id === known)
      if (before?.url === url && before.isComplete) return before
      const id = await put(url, before)
      const path = pathOf(id)
      const kept = read(fieldsOf(await http.call({ method: 'GET', path, repeatable: true }), 'webhook'))
      if (kept.url === url && kept.isComplete) return kept
      throw unclear('Shippo took the webhook, but shows another address or another event')
    },
    async removeWebhook(id) {
      await http.call({ method: 'DELETE', path: pathOf(id), repeatable: true }).catch((error: unknown) => {
        if (!(error instanceof ShippoRefused) || error.status !== 404) throw error
      })
    },
  }
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}

function read(fields: Fields): Webhook {
  const event = textOf(fields.event)
  const isComplete = fields.active !== false && USEFUL.has(event)
  return { id: required(fields, 'object_id'), url: textOf(fields.url), events: [event], isComplete }
}
