import { afterAll, beforeAll, expect, test } from 'vitest'
import { MapsUnavailable } from '../maps.ts'
import { mapboxMaps } from './client.ts'
import { FAULTS, type FaultKind } from '#sandbox/server.ts'
import { startMapboxSandbox, type MapboxSandbox } from '#sandbox/mapbox/mapbox.ts'

const SESSION = '7f6f3f6e-6f43-4f5c-9d7e-1f0f7c2f7a11'
const VIENNA = { longitude: -77.27, latitude: 38.9 }

let sandbox: MapboxSandbox
beforeAll(async () => {
  sandbox = await startMapboxSandbox({ token: 'pk.right' })
})
afterAll(() => sandbox.close())

/** The time limit is long, because the machine may be busy. */
function client({ token = 'pk.right', reports = true, timeoutMs = 5000, fetch = globalThis.fetch } = {}) {
  const base = sandbox.apiBase
  return mapboxMaps({
    token,
    apiBase: base,
    contributeBase: `${base}/`,
    timeoutMs,
    fetch,
    reports,
    mode: 'sandbox',
  })
}

function ask(text: string, near: typeof VIENNA | null = null, timeoutMs?: number) {
  return client(timeoutMs === undefined ? {} : { timeoutMs }).suggest({
    text,
    session: SESSION,
    language: 'en',
    near,
  })
}

test('a suggestion is retrieved as a full address', async () => {
  const [first] = await ask('145 Church')
  expect(first).toMatchObject({ name: '145 Church Street NW', accuracy: 'address' })
  expect(await client().retrieve(first!.id, SESSION)).toMatchObject({
    address_line1: '145 Church Street NW',
    address_level1: 'VA',
    address_level2: 'Vienna',
    postcode: '22180',
    country_code: 'us',
  })
})

test('the sandbox counts search sessions as Mapbox bills them', async () => {
  let now = Date.UTC(2026, 10, 28)
  const counting = await startMapboxSandbox({ token: 'pk.right', now: () => now })
  const bases = { apiBase: counting.apiBase, contributeBase: counting.apiBase }
  const maps = mapboxMaps({ token: 'pk.right', ...bases, reports: false, mode: 'sandbox' })
  const suggest = (session: string) =>
    maps.suggest({ text: '145 Church', session, language: 'en', near: null })
  for (let call = 1; call <= 30; call++) await suggest(SESSION)
  expect(counting.sessions()).toBe(1)
  await suggest(SESSION)
  expect(counting.sessions()).toBe(2)
  now += 180_000
  await suggest(SESSION)
  expect(counting.sessions()).toBe(3)
  await suggest(SESSION.replace('7', '8'))
  expect(counting.sessions()).toBe(4)
  await counting.close()
})

test('a street without a number is not yet an address', async () => {
  expect(await ask('Church')).toMatchObject([{ name: 'Church Street NW', accuracy: 'street' }])
})

test('the nearest town comes first', async () => {
  const [near] = await ask('12 Main', { longitude: -122.4, latitude: 37.8 })
  expect(near?.place).toContain('San Francisco')
})

test('an unknown id is not found', async () => {
  expect(await client().retrieve('no-such-id', SESSION)).toBeNull()
})

test.each([
  ['145 Church Street NW, Vienna, VA 22180', 'exact'],
  ['145 Church Street NW, Viena, VA 22180', 'medium'],
  ['Church Street NW, Vienna, VA 22180', 'low'],
])('the address %s is found with confidence %s', async (text, confidence) => {
  const found = await client().validate(text, SESSION)
  expect(found).toMatchObject({ confidence, address: { address_level2: 'Vienna' } })
})

test('an address whose ZIP code is in another state is not found', async () => {
  expect(await client().validate('145 Church Street NW, Vienna, VA 90012', SESSION)).toBeNull()
})

test('a point on land has an address, and a point at sea has none', async () => {
  expect(await client().reverse(VIENNA)).toMatchObject({ address_level1: 'VA', address_level2: 'Vienna' })
  expect(await client().reverse({ longitude: -40, latitude: 30 })).toBeNull()
})

test('places of a category are sorted by distance', async () => {
  const [first] = await client().category('post_office', VIENNA)
  expect(first?.name).toBe('Vienna post office')
})

test('a map is a picture of the requested size', async () => {
  const { type, bytes } = await client().picture(VIENNA, { width: 640, height: 280 })
  expect(type).toBe('image/png')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([640, 280])
  await expect(client().picture(VIENNA, { width: 1281, height: 10 })).rejects.toThrow(MapsUnavailable)
  const asked: string[] = []
  const watched: typeof fetch = (input, init) => {
    if (typeof input === 'string') asked.push(input)
    return fetch(input, init)
  }
  await client({ fetch: watched }).picture(VIENNA, { width: 640, height: 280 })
  expect(asked[0]).toContain(',16,0/640x280?')
  expect(asked[0]).toContain('/styles/v1/mapbox/streets-v12/static/')
  // The terms require the logo; the text beside the picture replaces its attribution.
  const query = new URL(asked[0]!).searchParams
  expect([query.get('logo'), query.get('attribution')]).toEqual([null, 'false'])
})

const CORRECTION = {
  placeName: '145 Church Street NW, Vienna',
  at: VIENNA,
  change: { location: { longitude: -77.2701, latitude: 38.9001 } },
  label: 'address_minimap' as const,
}

test('a correction is sent, unless reports are switched off', async () => {
  await client({ reports: false }).report(CORRECTION)
  expect(sandbox.reports).toEqual([])
  await client().report(CORRECTION)
  expect(sandbox.reports).toMatchObject([{ action: 'update', changes: CORRECTION.change, location: VIENNA }])
})

test('a wrong token is an outage, and the message does not contain the token', async () => {
  const asked = client({ token: 'pk.wrong' }).reverse(VIENNA)
  await expect(asked).rejects.toThrow('Mapbox answered 401: Not Authorized - Invalid Token')
  await expect(asked).rejects.toThrow(MapsUnavailable)
})

test.each<FaultKind>(['error', 'busy', 'drop'])('a call is retried after one %s', async (kind) => {
  sandbox.addFault({ kind })
  expect(await ask('145 Church')).toHaveLength(1)
})

test.each(FAULTS)('%s twice is an outage', async (kind) => {
  sandbox.addFault({ kind, times: 2 })
  await expect(ask('145 Church', null, 400)).rejects.toThrow(MapsUnavailable)
  sandbox.clearFaults()
})

test('a host that cannot be reached is an outage', async () => {
  const maps = mapboxMaps({
    token: 'pk.right',
    apiBase: 'http://127.0.0.1:9',
    contributeBase: 'http://127.0.0.1:9',
    reports: true,
    mode: 'live',
  })
  await expect(maps.reverse(VIENNA)).rejects.toThrow(MapsUnavailable)
})

test('a check accepts a valid token, rejects an invalid one, and has a time limit', async () => {
  await expect(client().check()).resolves.toBeUndefined()
  await expect(client({ token: 'pk.wrong' }).check()).rejects.toThrow(
    'Mapbox says of our token: TokenInvalid',
  )
  sandbox.addFault({ kind: 'hang', times: 2 })
  await expect(client({ timeoutMs: 400 }).check()).rejects.toBeInstanceOf(MapsUnavailable)
})
