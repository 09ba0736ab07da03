import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMapboxSandbox } from './mapbox/mapbox.ts'
import { startPaypalSandbox } from './paypal/paypal.ts'
import { startShippoSandbox } from './shippo/shippo.ts'
import type { FaultKind } from './faults.ts'
import { serveSandbox, type SandboxServer } from './server.ts'

let sandbox: SandboxServer
let worked: string[]
beforeEach(async () => {
  worked = []
  sandbox = await serveSandbox({
    longestBody: 100,
    callOf: ({ path }) => path.slice(1),
    answer: ({ method, path, query, body }) => {
      if (path === '/broken') throw new Error('a mistake of ours')
      worked.push(path)
      return { status: 201, body: { method, path, asked: query.get('asked'), body } }
    },
    failure: (status) => ({ status, body: { failed: status } }),
  })
})
afterEach(() => sandbox.close())

const ask = (path = '/one', init: RequestInit = {}) =>
  fetch(sandbox.apiBase + path, { ...init, signal: AbortSignal.timeout(300) })

const statuses = async (...paths: string[]) => {
  const seen: number[] = []
  for (const path of paths) seen.push((await ask(path)).status)
  return seen
}

test('a request is read and its reply written as JSON', async () => {
  const response = await ask('/one?asked=yes', { method: 'POST', body: 'words' })
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ method: 'POST', path: '/one', asked: 'yes', body: 'words' })
})

test('a body that is too long is 413, and a mistake of the sandbox itself 500, in the service’s words', async () => {
  const long = await ask('/one', { method: 'POST', body: 'x'.repeat(101) })
  expect([long.status, await long.json()]).toEqual([413, { failed: 413 }])
  const broken = await ask('/broken')
  expect([broken.status, await broken.json()]).toEqual([500, { failed: 500 }])
})

test('many calls share one connection', async () => {
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
  ])('%s gives no whole answer; the work was done: %s', async (kind, isDone) => {
    sandbox.misbehave({ kind })
    await expect(ask().then((response) => response.text())).rejects.toThrow()
    expect(worked).toEqual(isDone ? ['/one'] : [])
    expect((await ask()).status).toBe(201)
  })

  test.each<[FaultKind, number, string | null, boolean]>([
    ['error', 500, null, false],
    ['busy', 429, '1', false],
    ['lie', 200, null, false],
    ['garbage', 201, null, true],
  ])('%s answers %i, and asks for %s seconds of patience', async (kind, status, patience, isDone) => {
    sandbox.misbehave({ kind })
    const response = await ask()
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, patience])
    const text = await response.text()
    if (kind === 'lie' || kind === 'garbage') expect(() => JSON.parse(text) as unknown).toThrow()
    expect(worked).toEqual(isDone ? ['/one'] : [])
  })

  test('drips byte by byte, and all of them to whoever waits', async () => {
    sandbox.misbehave({ kind: 'drip', ms: 1 })
    expect(await (await ask('/1')).json()).toMatchObject({ path: '/1' })
  })

  test('falls on the calls it names, as often as told, and no more when it is healed', async () => {
    sandbox.misbehave({ kind: 'error', call: 'two', times: 2 })
    expect(await statuses('/one', '/two', '/one', '/two', '/two')).toEqual([201, 500, 201, 500, 201])
    sandbox.misbehave({ kind: 'error', times: Infinity })
    expect(await statuses('/one', '/two', '/one')).toEqual([500, 500, 500])
    sandbox.heal()
    expect(await statuses('/one')).toEqual([201])
  })
})

test.each<[string, () => Promise<SandboxServer>]>([
  ['PayPal', () => startPaypalSandbox({ clientId: `A${'x'.repeat(79)}`, clientSecret: 'secret' })],
  ['Shippo', () => startShippoSandbox({ token: `shippo_live_${'0'.repeat(40)}` })],
  ['Mapbox', () => startMapboxSandbox({ token: 'pk.eyJ1IjoiZnJhbWUifQ.abc' })],
])('the sandbox of %s refuses credentials of the real service', async (name, start) => {
  await expect(start()).rejects.toThrow(`The ${name} sandbox is not for live credentials`)
})
