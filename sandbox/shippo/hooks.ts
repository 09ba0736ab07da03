/** The webhooks of the account, in memory (https://docs.goshippo.com/tracking/creating-webhooks). */
import { isJson, parseJson, type Reply } from '../server.ts'
import { Rejected } from './requests.ts'

export type ShippoHook = {
  object_id: string
  object_created: string
  object_updated: string
  object_owner: string
  event: string
  url: string
  active: boolean
  is_test: boolean
}

const EVENTS = new Set([
  'transaction_created',
  'transaction_updated',
  'track_updated',
  'batch_created',
  'batch_purchased',
  'all',
])

/** The address must be shorter. */
const MAX_URL = 200

export class ShippoHooks {
  readonly #hooks = new Map<string, ShippoHook>()
  readonly #now: () => number
  readonly #newId: () => string

  constructor(now: () => number, newId: () => string) {
    this.#now = now
    this.#newId = newId
  }

  all(): ShippoHook[] {
    return [...this.#hooks.values()]
  }

  /** Answers a call of `/webhooks` or `/webhooks/{id}`. Throws Rejected. */
  answer(method: string, id: string | undefined, body: string): Reply {
    if (id === undefined) {
      if (method === 'GET') return { status: 200, body: this.#page() }
      if (method === 'POST') return { status: 201, body: this.#put(this.#newId(), null, body) }
    } else {
      const hook = this.#hooks.get(id)
      if (!hook) throw new Rejected(404, { detail: 'Not found.' })
      if (method === 'GET') return { status: 200, body: hook }
      if (method === 'PUT') return { status: 200, body: this.#put(id, hook, body) }
      if (method === 'DELETE') {
        this.#hooks.delete(id)
        return { status: 204, body: Buffer.alloc(0) }
      }
    }
    throw new Rejected(405, { detail: `Method "${method}" not allowed.` })
  }

  #page() {
    const results = this.all()
    return { next: null, previous: null, count: results.length, results }
  }

  #put(id: string, before: ShippoHook | null, body: string): ShippoHook {
    const { event, url, active, isTest } = fieldsOf(body)
    const at = new Date(this.#now()).toISOString()
    const hook = {
      object_id: id,
      object_created: before?.object_created ?? at,
      object_updated: at,
      object_owner: 'sandbox@frame',
      // Shippo reads `all` back as `*`.
      event: event === 'all' ? '*' : event,
      url,
      active,
      is_test: isTest,
    }
    this.#hooks.set(id, hook)
    return hook
  }
}

function fieldsOf(body: string) {
  const given = parseJson(body)
  if (!isJson(given)) throw new Rejected(400, { detail: 'JSON parse error' })
  const { event, url, active = true, is_test: isTest = false } = given
  if (typeof event !== 'string' || !EVENTS.has(event))
    throw new Rejected(400, { event: [`"${String(event)}" is not a valid choice.`] })
  if (typeof url !== 'string' || !URL.canParse(url)) throw new Rejected(400, { url: ['Enter a valid URL.'] })
  if (url.length >= MAX_URL)
    throw new Rejected(400, { url: [`Ensure this field has no more than ${MAX_URL} characters.`] })
  return { event, url, active: active === true, isTest: isTest === true || isTest === 'true' }
}
