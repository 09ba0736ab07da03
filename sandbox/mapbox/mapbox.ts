import {
  refuseLiveKey,
  serveSandbox,
  type SandboxRequest,
  type Reply,
  type SandboxServer,
} from '../server.ts'
import { places } from '../shippo/places.ts'
import { complete, match, nearest, type Found } from './search.ts'
import { autofillFeature, autofillSuggestion, boxFeature, foundOf } from './shapes.ts'

export type MapboxSandbox = SandboxServer & {
  /** The received corrections, oldest first. */
  reports: unknown[]
  /** How many search sessions were billed: one for each token, and one more after 30 suggestions and after 3 minutes. */
  sessions: () => number
}

/**
 * Replaces api.mapbox.com and its contribution service on a port of 127.0.0.1. Supports Address Autofill, the reverse
 * and category calls of Search Box, static pictures, and corrections. In every city of its list, every street and every
 * number exists. Two texts are special: `error` causes status 500, `zzz` finds nothing.
 * @param token the only access token that the sandbox accepts
 */
export async function startMapboxSandbox({
  token,
  port,
  now = Date.now,
}: {
  token: string
  /** The port to listen on; a free port if missing. */
  port?: number | undefined
  /** Milliseconds since the epoch. */
  now?: () => number
}): Promise<MapboxSandbox> {
  refuseLiveKey('Mapbox', token)
  const reports: unknown[] = []
  const sessions = billedSessions(now)
  const sandbox = await serveSandbox({
    port,
    callOf,
    answer: (request) => {
      if (callOf(request) === 'suggest') sessions.count(request.query.get('session_token') ?? '')
      return answer(request, token, reports)
    },
    failure: (status) => ({ status, body: { message: FAILURES[status] } }),
  })
  return { ...sandbox, reports, sessions: () => sessions.billed }
}

/** Counts sessions as Mapbox bills them: https://docs.mapbox.com/mapbox-search-js/guides/pricing/ */
function billedSessions(now: () => number) {
  const open = new Map<string, { since: number; suggestions: number }>()
  return {
    billed: 0,
    count(token: string) {
      const session = open.get(token)
      if (session && session.suggestions < 30 && now() - session.since < 180_000) session.suggestions++
      else {
        open.set(token, { since: now(), suggestions: 1 })
        this.billed++
      }
    },
  }
}

const FAILURES = { 413: 'Payload Too Large', 429: 'Too Many Requests', 500: 'Server error' }

/** The name of a call: `suggest`, `retrieve`, `reverse`, `category` or `static`. For other paths, their first part. */
function callOf({ path }: SandboxRequest): string {
  const words = path.split('/')
  return CALL_NAMES.find((name) => words.includes(name)) ?? words[1] ?? ''
}

const CALL_NAMES = ['suggest', 'retrieve', 'reverse', 'category', 'static']

const NOT_FOUND: Reply = { status: 404, body: { message: 'Not Found' } }

async function answer(
  { method, path, query, body }: SandboxRequest,
  token: string,
  reports: unknown[],
): Promise<Reply> {
  const given = query.get('access_token')
  // Like Mapbox, responds with status 200 even to an unknown token. The body says that the token is invalid.
  if (path === '/tokens/v2')
    return { status: 200, body: { code: given === token ? 'TokenValid' : 'TokenInvalid' } }
  if (given === null) return { status: 401, body: { message: 'Not Authorized - No Token' } }
  if (given !== token) return { status: 401, body: { message: 'Not Authorized - Invalid Token' } }
  if (method === 'POST' && path === '/v1/edit-suggestion/address') return report(body, reports)
  if (method !== 'GET') return { status: 405, body: { message: 'Method Not Allowed' } }
  const call = CALLS.find(({ prefix }) => path.startsWith(prefix))
  return call ? call.answer(decodeURIComponent(path.slice(call.prefix.length)), query) : NOT_FOUND
}

type Call = { prefix: string; answer: (rest: string, query: URLSearchParams) => Reply | Promise<Reply> }

const CALLS: Call[] = [
  { prefix: '/autofill/v1/suggest/', answer: suggest },
  { prefix: '/autofill/v1/retrieve/', answer: retrieve },
  { prefix: '/search/searchbox/v1/reverse', answer: reverse },
  { prefix: '/search/searchbox/v1/category/', answer: category },
  { prefix: '/styles/v1/mapbox/streets-v12/static/', answer: picture },
]

const ATTRIBUTION = 'Sandbox map: no real streets'

function suggest(text: string, query: URLSearchParams): Reply {
  failOnSpecialText(text)
  if (!query.get('session_token')) return { status: 400, body: { message: 'session_token is required' } }
  const near = pointOf(query.get('proximity'))
  const found = text.trim().toLowerCase() === 'zzz' ? [] : complete(text, near)
  const language = query.get('language') ?? 'en'
  const limit = Number(query.get('limit') ?? 5)
  const suggestions = found.slice(0, limit).map((each) => autofillSuggestion(each, language))
  return { status: 200, body: { suggestions, attribution: ATTRIBUTION } }
}

/**
 * Returns the address with this id. Any text that is not an id of this sandbox is validated as a typed address, as at
 * Mapbox.
 */
function retrieve(idOrText: string, query: URLSearchParams): Reply {
  failOnSpecialText(idOrText)
  const found = foundOf(idOrText) ?? match(idOrText)
  return collection(found ? [autofillFeature(found, query.get('language') ?? 'en')] : [])
}

function reverse(_rest: string, query: URLSearchParams): Reply {
  const [longitude, latitude] = ['longitude', 'latitude'].map((name) => Number(query.get(name) ?? Number.NaN))
  if (!isWithin(longitude!, 180) || !isWithin(latitude!, 90))
    return { status: 400, body: { message: 'longitude and latitude must be numbers on the map' } }
  const found = nearest(longitude!, latitude!)
  return collection(found ? [boxFeature(found)] : [])
}

/** The places of a kind. There is one in the middle of every town. */
function category(kind: string, query: URLSearchParams): Reply {
  const near = pointOf(query.get('proximity'))
  const towns = near ? [...places].sort((a, b) => distanceTo(a, near) - distanceTo(b, near)) : places
  const features = towns.slice(0, Number(query.get('limit') ?? 5)).map((town) => {
    const feature = boxFeature(nearest(town.longitude, town.latitude) as Found)
    const name = `${town.city} ${kind.replaceAll('_', ' ')}`
    return {
      ...feature,
      properties: { ...feature.properties, name, feature_type: 'poi', poi_category: [kind] },
    }
  })
  return collection(features)
}

async function picture(view: string, query: URLSearchParams): Promise<Reply> {
  // sharp is a large module, so it is loaded when the first map is drawn.
  const { drawMap } = await import('./picture.ts')
  const drawn = await drawMap(view, query.get('logo') !== 'false')
  return drawn
    ? { status: 200, body: drawn, headers: { 'content-type': 'image/png' } }
    : { status: 422, body: { message: 'Invalid view' } }
}

function report(text: string, reports: unknown[]): Reply {
  const body = JSON.parse(text) as Record<string, unknown>
  const missing = ['version', 'action', 'reason', 'location', 'changes', 'labels'].filter(
    (name) => !body[name],
  )
  if (missing.length > 0) return { status: 422, body: { message: `missing ${missing.join(', ')}` } }
  reports.push(body)
  return { status: 201, body: { id: String(reports.length) } }
}

function collection(features: unknown[]): Reply {
  return { status: 200, body: { type: 'FeatureCollection', features, attribution: ATTRIBUTION } }
}

function failOnSpecialText(text: string): void {
  if (text.trim().toLowerCase() === 'error') throw new Error('the special text `error`')
}

function pointOf(text: string | null): { longitude: number; latitude: number } | null {
  const [longitude, latitude] = (text ?? '').split(',').map(Number)
  return isWithin(longitude!, 180) && isWithin(latitude!, 90) && text
    ? { longitude: longitude!, latitude: latitude! }
    : null
}

function distanceTo(
  town: { longitude: number; latitude: number },
  to: { longitude: number; latitude: number },
) {
  return Math.hypot(town.longitude - to.longitude, town.latitude - to.latitude)
}

function isWithin(value: number, limit: number): boolean {
  return Number.isFinite(value) && Math.abs(value) <= limit
}
