import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMapboxSandbox } from './mapbox/mapbox.ts'
import { startPaypalSandbox } from './paypal/paypal.ts'
import { startShippoSandbox } from './shippo/shippo.ts'
import { type FaultKind, serveSandbox, type SandboxServer } from './server.ts'

let sandbox: SandboxServer
let performed: string[]
beforeEach(async () => {
  performed = []
  sandbox = await serveSandbox({
    maxBodyBytes: 100,
    callOf: ({ path }) => path.slice(1),
    answer: ({ method, path, query, body }) => {
      if (path === '/broken') throw new Error('internal error')
      performed.push(path)
      return { status: 201, body: { method, path, page: query.get('page'), body } }
    },
    failure: (status) => ({ status, body: { failed: status } }),
  })
})
afterEach(() => sandbox.close())

const ask = (path = '/one', init: RequestInit = {}, timeoutMs = 300) =>
  fetch(sandbox.apiBase + path, { ...init, signal: AbortSignal.timeout(timeoutMs) })

const statuses = async (...paths: string[]) => {
  const seen: number[] = []
  for (const path of paths) seen.push((await ask(path)).status)
  return seen
}

test('the server passes the request to the service and sends its reply as JSON', async () => {
  const response = await ask('/one?page=2', { method: 'POST', body: 'words' })
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ method: 'POST', path: '/one', page: '2', body: 'words' })
})

test('the server responds with 413 to a body that is too long and with 500 to an internal error, in the service’s format', async () => {
  const long = await ask('/one', { method: 'POST', body: 'x'.repeat(101) })
  expect([long.status, await long.json()]).toEqual([413, { failed: 413 }])
  const broken = await ask('/broken')
  expect([broken.status, await broken.json()]).toEqual([500, { failed: 500 }])
})

test('the server uses one connection for many calls', async () => {
  for (let call = 0; call < 20; call++) await (await ask()).text()
  expect(sandbox.traffic.calls).toBe(20)
  expect(sandbox.traffic.connections).toBeLessThanOrEqual(2)
})

describe('a fault', () => {
  test.each<[FaultKind, boolean]>([
    ['refuse', false],
    ['hang', true],
    ['drop', true],
    ['latency', true],
    ['drip', true],
  ])('%s: the client gets no complete response; the call has its effect: %s', async (kind, isDone) => {
    sandbox.addFault({ kind })
    await expect(ask().then((response) => response.text())).rejects.toThrow()
    expect(performed).toEqual(isDone ? ['/one'] : [])
    expect((await ask()).status).toBe(201)
  })

  test.each<[FaultKind, number, string | null, boolean]>([
    ['error', 500, null, false],
    ['busy', 429, '1', false],
    ['wrong-page', 200, null, false],
    ['garbage', 201, null, true],
  ])('%s: the response has status %i and Retry-After %s', async (kind, status, retryAfter, isDone) => {
    sandbox.addFault({ kind })
    const response = await ask()
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter])
    const text = await response.text()
    if (kind === 'wrong-page' || kind === 'garbage') expect(() => JSON.parse(text) as unknown).toThrow()
    expect(performed).toEqual(isDone ? ['/one'] : [])
  })

  test('drip: a client that waits long enough gets all bytes', async () => {
    sandbox.addFault({ kind: 'drip', ms: 1 })
    expect(await (await ask('/1', {}, 4000)).json()).toMatchObject({ path: '/1' })
  })

  test('affects only the named calls, the given number of times, and ends with clearFaults()', async () => {
    sandbox.addFault({ kind: 'error', call: 'two', times: 2 })
    expect(await statuses('/one', '/two', '/one', '/two', '/two')).toEqual([201, 500, 201, 500, 201])
    sandbox.addFault({ kind: 'error', times: Infinity })
    expect(await statuses('/one', '/two', '/one')).toEqual([500, 500, 500])
    sandbox.clearFaults()
    expect(await statuses('/one')).toEqual([201])
  })
})

test.each<[string, () => Promise<SandboxServer>]>([
  ['PayPal', () => startPaypalSandbox({ clientId: `A${'x'.repeat(79)}`, clientSecret: 'secret' })],
  ['Shippo', () => startShippoSandbox({ token: `shippo_live_${'0'.repeat(40)}` })],
  ['Mapbox', () => startMapboxSandbox({ token: 'pk.eyJ1IjoiZnJhbWUifQ.abc' })],
])('the %s sandbox does not start with credentials of the real service', async (name, start) => {
  await expect(start()).rejects.toThrow(`The ${name} sandbox is not for live credentials`)
})
