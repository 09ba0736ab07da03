/**
 * Compares the client's requests with those of Mapbox's own library. Mapbox publishes no schema of these calls, so the
 * library's requests with all options of its types define what the client may send.
 */
import {
  AddressAutofillCore,
  SearchBoxCore,
  ValidationCore,
  polyfillFetch,
  type AddressAutofillOptions,
  type SearchBoxOptions,
  type ValidationOptions,
} from '@mapbox/search-js-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Maps } from '../maps.ts'
import { mapboxMaps } from './client.ts'
import { startMapboxSandbox, type MapboxSandbox } from '#sandbox/mapbox/mapbox.ts'

const SESSION = '7f6f3f6e-6f43-4f5c-9d7e-1f0f7c2f7a11'
const VIENNA = { longitude: -77.27, latitude: 38.9 }
const PLACE = '145 Church Street NW, Vienna, VA 22180'

let sandbox: MapboxSandbox
let requests: URL[] = []
/** The library's requests with all options, by kind of call. */
const library = new Map<string, URL>()

const urlOf = (input: Parameters<typeof fetch>[0]) => new URL(input instanceof Request ? input.url : input)

const kindOf = ({ pathname }: URL) =>
  ['suggest', 'retrieve', 'reverse', 'category'].find((kind) => pathname.split('/').includes(kind)) ??
  pathname

beforeAll(async () => {
  sandbox = await startMapboxSandbox({ token: 'pk.right' })
  const record: typeof fetch = (input, init) => {
    const url = urlOf(input)
    library.set(kindOf(url), url)
    return fetch(url.href.replace('https://api.mapbox.com', sandbox.apiBase), init)
  }
  polyfillFetch({ fetch: record, AbortController }, true)
  const near = { language: 'en', country: 'us', bbox: '-78,38,-77,39', proximity: '-77.27,38.9' }
  const every: Required<AddressAutofillOptions> = { ...near, limit: 5, streets: true }
  const typed: Required<ValidationOptions> = near
  const box: Partial<SearchBoxOptions> = { ...near, limit: 5, types: 'address' }
  const key = { accessToken: 'pk.right' }
  const session = { sessionToken: SESSION }
  const autofill = new AddressAutofillCore(key)
  const { suggestions } = await autofill.suggest('145 Church', { ...every, ...session })
  await autofill.retrieve(suggestions[0]!, session)
  library.set('retrieve an id', library.get('retrieve')!)
  await new ValidationCore(key).validate(PLACE, { ...typed, ...session })
  await new SearchBoxCore(key).reverse('-77.27,38.9', box)
  await new SearchBoxCore(key).category('cafe', { ...box, ...session })
})
afterAll(() => sandbox.close())

const send: typeof fetch = (input, init) => {
  requests.push(urlOf(input))
  return fetch(input, init)
}

function client(): Maps {
  const { apiBase } = sandbox
  const bases = { apiBase, contributeBase: apiBase }
  return mapboxMaps({ token: 'pk.right', ...bases, reports: true, mode: 'sandbox', fetch: send })
}

/** The format of a parameter: numbers become `#`, words stay. */
function formatOf(value: string): string {
  return value.replaceAll(/-?\d+(\.\d+)?/g, '#')
}

function validate(url: URL, kind = kindOf(url)): string[] {
  const theirs = library.get(kind)
  if (!theirs) return [`${kind} is not a call of the library's`]
  const path = url.pathname.split('/').slice(0, 4).join('/')
  const theirPath = theirs.pathname.split('/').slice(0, 4).join('/')
  return [
    ...(path === theirPath ? [] : [`${path} is not ${theirPath}`]),
    ...[...url.searchParams].flatMap(([name, value]) => {
      const their = theirs.searchParams.get(name)
      if (their === null) return [`${name} is not sent by the library`]
      return formatOf(value) === formatOf(their) ? [] : [`${name}=${value} is not like ${their}`]
    }),
  ]
}

async function requestOf(ask: (maps: Maps) => Promise<unknown>): Promise<URL> {
  requests = []
  await ask(client())
  expect(requests).toHaveLength(1)
  return requests[0]!
}

/** Every call of the client that the library also has. */
const SHARED: Record<
  Exclude<keyof Maps, 'mode' | 'attribution' | 'links' | 'note' | 'picture' | 'report' | 'check'>,
  (maps: Maps) => Promise<unknown>
> = {
  suggest: (maps) => maps.suggest({ text: '145 Church', session: SESSION, language: 'en', near: VIENNA }),
  retrieve: (maps) => maps.retrieve('any-id', SESSION),
  validate: (maps) => maps.validate(PLACE, SESSION),
  reverse: (maps) => maps.reverse(VIENNA),
  category: (maps) => maps.category('cafe', VIENNA),
}

test.each(Object.keys(SHARED) as (keyof typeof SHARED)[])(
  '%s sends only what Mapbox’s own library also sends',
  async (name) => {
    const url = await requestOf(SHARED[name])
    expect(validate(url, name === 'retrieve' ? 'retrieve an id' : kindOf(url))).toEqual([])
  },
)

test.each<[string, (url: URL) => void]>([
  ['a misspelled parameter', (url) => url.searchParams.set('langauge', 'en')],
  ['another format of a point', (url) => url.searchParams.set('proximity', '[-77.27;38.9]')],
  ['a word in place of a number', (url) => url.searchParams.set('limit', 'five')],
  ['another service', (url) => void (url.pathname = url.pathname.replace('autofill', 'search'))],
])('the comparison finds %s', async (_what, change) => {
  const url = await requestOf(SHARED.suggest)
  expect(validate(url)).toEqual([])
  change(url)
  expect(validate(url)).not.toEqual([])
})
