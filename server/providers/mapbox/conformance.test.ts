/** Tests the sandbox with Mapbox's own library, whose requests are redirected to the sandbox. */
import {
  AddressAutofillCore,
  SearchBoxCore,
  SearchSession,
  ValidationCore,
  polyfillFetch,
} from '@mapbox/search-js-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMapboxSandbox, type MapboxSandbox } from '#sandbox/mapbox/mapbox.ts'

let sandbox: MapboxSandbox
beforeAll(async () => {
  sandbox = await startMapboxSandbox({ token: 'pk.right' })
  const send = (url: string, init?: RequestInit) =>
    fetch(url.replace('https://api.mapbox.com', sandbox.apiBase), init)
  polyfillFetch({ fetch: send as typeof fetch, AbortController }, true)
})
afterAll(() => sandbox.close())

const sessionToken = '7f6f3f6e-6f43-4f5c-9d7e-1f0f7c2f7a11'

test('Mapbox’s own session suggests and retrieves an address', async () => {
  const session = new SearchSession(new AddressAutofillCore({ accessToken: 'pk.right', country: 'us' }))
  const { suggestions } = await session.suggest('145 Church', {})
  expect(suggestions[0]).toMatchObject({ full_address: expect.stringContaining('145 Church Street NW') })
  expect(session.canRetrieve(suggestions[0]!)).toBe(true)
  const { type, features } = await session.retrieve(suggestions[0]!)
  expect(type).toBe('FeatureCollection')
  expect(features[0]).toMatchObject({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [expect.any(Number), expect.any(Number)] },
    properties: { address_level1: 'VA', address_level2: 'Vienna', postcode: '22180' },
  })
})

test('Mapbox’s own validation reads the confidence', async () => {
  const validation = new ValidationCore({ accessToken: 'pk.right' })
  const { features } = await validation.validate('145 Church Street NW, Vienna, VA 22180', { sessionToken })
  expect(features[0]!.properties.match_code.confidence).toBe('exact')
})

test('Mapbox’s own search box finds the address at a point and the places of a category', async () => {
  const box = new SearchBoxCore({ accessToken: 'pk.right' })
  const at = await box.reverse('-77.27,38.9', { types: new Set(['address']) } as never)
  expect(at.features[0]!.properties.context.region).toMatchObject({ region_code: 'VA' })
  const places = await box.category('cafe', { sessionToken, proximity: '-77.27,38.9' } as never)
  expect(places.features[0]!.properties.poi_category).toEqual(['cafe'])
})

test('Mapbox’s own library reads the refusal of a wrong token', async () => {
  const wrong = new AddressAutofillCore({ accessToken: 'pk.wrong' })
  await expect(wrong.suggest('145 Church', { sessionToken })).rejects.toMatchObject({
    statusCode: 401,
    message: 'Not Authorized - Invalid Token',
  })
})
