/**
 * The webhooks of the sandbox's app (Webhooks Management v1): at most ten, each with an address of its own and the names of
 * its events. They are only in memory, because the shop's own webhook exists from the start.
 */
import { isIP } from 'node:net'
import { isJson, parseJson, type Reply } from '../server.ts'
import { failure, type Context } from './orders.ts'

export type Hook = { id: string; url: string; events: string[] }

export type Hooks = ReturnType<typeof openHooks>

/** PayPal allows ten webhooks per app. */
const MAX_HOOKS = 10
const MAX_EVENTS = 500

/** @param first the webhook that exists from the start; null if there is none */
export function openHooks(first: Hook | null) {
  const hooks = new Map(first ? [[first.id, first]] : [])
  const all = () => [...hooks.values()]
  return {
    all,
    find: (id: string) => hooks.get(id) ?? null,
    atUrl: (url: string) => all().find((each) => each.url === url) ?? null,
    /** The webhooks that get an event. */
    for: (event: string) => all().filter(({ events }) => events.includes(event) || events.includes('*')),
    put: (hook: Hook): void => void hooks.set(hook.id, hook),
    remove: (id: string): void => void hooks.delete(id),
  }
}

type Call = (context: Context, hooks: Hooks, request: { id: string; body: string }) => Reply

/** The calls by name: method and path, where the parentheses match the id. */
export const HOOK_CALLS: Record<string, [method: string, path: RegExp, perform: Call]> = {
  'list webhooks': [
    'GET',
    /^\/v1\/notifications\/webhooks()$/,
    (context, hooks) => ({
      status: 200,
      body: { webhooks: hooks.all().map((each) => wireHook(context, each)) },
    }),
  ],
  'create webhook': ['POST', /^\/v1\/notifications\/webhooks()$/, createHook],
  'get webhook': [
    'GET',
    /^\/v1\/notifications\/webhooks\/([^/]+)$/,
    onHook((context, hook) => ({ status: 200, body: wireHook(context, hook) })),
  ],
  'change webhook': ['PATCH', /^\/v1\/notifications\/webhooks\/([^/]+)$/, onHook(changeHook)],
  'delete webhook': [
    'DELETE',
    /^\/v1\/notifications\/webhooks\/([^/]+)$/,
    onHook((_context, { id }, hooks) => {
      hooks.remove(id)
      return { status: 204, body: Buffer.alloc(0) }
    }),
  ],
}

function onHook(perform: (context: Context, hook: Hook, hooks: Hooks, body: string) => Reply): Call {
  return (context, hooks, { id, body }) => {
    const hook = hooks.find(id)
    return hook ? perform(context, hook, hooks, body) : failure(context, 404)
  }
}

function createHook(context: Context, hooks: Hooks, { body }: { body: string }): Reply {
  const given = parseJson(body)
  if (!isJson(given)) return failure(context, 400)
  const events = namesOf(given['event_types'])
  const problem = urlProblem(context, hooks, given['url']) ?? eventsProblem(context, events)
  if (problem) return problem
  if (hooks.all().length >= MAX_HOOKS)
    return refused(context, 'WEBHOOK_NUMBER_LIMIT_EXCEEDED', "The webhook's number limit has exceeded.")
  const hook = { id: context.newId(), url: String(given['url']), events: events! }
  hooks.put(hook)
  return { status: 201, body: wireHook(context, hook) }
}

/** Only `replace`, of `/url` and `/event_types`. */
function changeHook(context: Context, hook: Hook, hooks: Hooks, body: string): Reply {
  const patches = parseJson(body)
  if (!Array.isArray(patches) || patches.length === 0 || !patches.every(isReplace))
    return failure(context, 400)
  const changed = { ...hook }
  for (const { path, value } of patches) {
    if (path === '/url') {
      const problem = value === hook.url ? null : urlProblem(context, hooks, value)
      if (problem) return problem
      changed.url = String(value)
    } else {
      const events = namesOf(value)
      const problem = eventsProblem(context, events)
      if (problem) return problem
      changed.events = events!
    }
  }
  if (JSON.stringify(changed) === JSON.stringify(hook))
    return refused(context, 'WEBHOOK_PATCH_REQUEST_NO_CHANGE', 'No change in webhook.')
  hooks.put(changed)
  return { status: 200, body: wireHook(context, changed) }
}

type Replace = { path: '/url' | '/event_types'; value: unknown }

function isReplace(patch: unknown): patch is Replace {
  return (
    isJson(patch) && patch['op'] === 'replace' && ['/url', '/event_types'].includes(String(patch['path']))
  )
}

/** PayPal sends events only to port 443 of public hosts, over https. */
function urlProblem(context: Context, hooks: Hooks, url: unknown): Reply | null {
  const parsed = typeof url === 'string' && url.length <= 2048 && URL.canParse(url) ? new URL(url) : null
  const isPublic =
    parsed?.protocol === 'https:' &&
    parsed.port === '' &&
    parsed.hostname.includes('.') &&
    isIP(parsed.hostname) === 0
  if (!isPublic) return invalid(context, 'url', 'Not a valid webhook URL')
  return hooks.atUrl(String(url))
    ? refused(context, 'WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists.')
    : null
}

function eventsProblem(context: Context, events: string[] | null): Reply | null {
  const isValid = events !== null && events.length > 0 && events.length <= MAX_EVENTS
  return isValid && events.every((name) => name === '*' || /^[A-Z][A-Z-]*(\.[A-Z-]+)+$/.test(name))
    ? null
    : invalid(context, 'event_types', 'Not a valid event name')
}

function namesOf(types: unknown): string[] | null {
  if (!Array.isArray(types)) return null
  const names = types.map((type: unknown) => (isJson(type) ? type['name'] : undefined))
  return names.every((name) => typeof name === 'string') ? names : null
}

function wireHook({ site }: Context, { id, url, events }: Hook) {
  const href = `${site.apiBase}/v1/notifications/webhooks/${id}`
  return {
    id,
    url,
    event_types: events.map((name) => ({ name, description: name, status: 'ENABLED' })),
    links: [
      { href, rel: 'self', method: 'GET' },
      { href, rel: 'update', method: 'PATCH' },
      { href, rel: 'delete', method: 'DELETE' },
    ],
  }
}

/** The errors of https://developer.paypal.com/api/webhooks/v1, which the OpenAPI document does not have. */
function refused(context: Context, name: string, message: string, details: object[] = []): Reply {
  return {
    status: 400,
    body: {
      name,
      message,
      debug_id: context.debugId(),
      information_link: 'https://developer.paypal.com/docs/api/webhooks/#errors',
      details,
    },
  }
}

function invalid(context: Context, field: string, issue: string): Reply {
  return refused(context, 'VALIDATION_ERROR', 'Invalid data provided', [{ field, issue }])
}
