import { Shippo } from 'shippo'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startShippoSandbox, type ShippoSandbox } from '#sandbox/shippo/shippo.ts'
import { shippoShipping } from './client.ts'
import { from, json, provider, token } from './client.testing.ts'

let sandbox: ShippoSandbox
beforeEach(async () => {
  sandbox = await startShippoSandbox({ token })
})
afterEach(() => sandbox.close())

const URL = 'https://frame.example/api/shippo/webhook/secret'
const client = () => shippoShipping({ token, apiBase: sandbox.apiBase, from, mode: 'live' })
const vendor = () => new Shippo({ apiKeyHeader: token, serverURL: sandbox.apiBase }).webhooks

test('Shippo’s own client makes, reads, lists, changes and deletes webhooks of the sandbox', async () => {
  const made = await vendor().createWebhook({ event: 'track_updated', url: URL, active: true, isTest: true })
  expect(made).toMatchObject({ event: 'track_updated', url: URL, active: true, isTest: true })
  const id = made.objectId!
  expect(await vendor().getWebhook(id)).toEqual(made)
  const changed = await vendor().updateWebhook({ event: 'all', url: URL, active: false, isTest: true }, id)
  expect(changed).toMatchObject({ objectId: id, event: '*', active: false })
  expect((await vendor().listWebhooks()).results).toEqual([changed])
  await vendor().deleteWebhook(id)
  await expect(vendor().getWebhook(id)).rejects.toMatchObject({ statusCode: 404 })
})

test('the client makes one webhook for the tracking of parcels, in the mode of its token', async () => {
  const made = await client().setWebhook(URL, null)
  expect(made).toMatchObject({ url: URL, isComplete: true })
  await expect(client().setWebhook(URL, null)).resolves.toEqual(made)
  expect(sandbox.hooks()).toMatchObject([{ event: 'track_updated', active: true, is_test: true }])
  await client().removeWebhook(made.id)
  await client().removeWebhook(made.id)
  expect(sandbox.hooks()).toEqual([])
})

test('the client moves the known webhook to a new address, and switches one on that was off', async () => {
  const { id } = await client().setWebhook(URL, null)
  const moved = await client().setWebhook('https://new.example/hook', id)
  expect(moved).toMatchObject({ id, url: 'https://new.example/hook' })
  await vendor().updateWebhook({ event: 'track_updated', url: moved.url, active: false, isTest: true }, id)
  await expect(client().setWebhook(moved.url, null)).resolves.toMatchObject({ id, isComplete: true })
  expect(sandbox.hooks()).toHaveLength(1)
})

test('the client does not touch the webhooks of the other mode', async () => {
  await vendor().createWebhook({ event: 'track_updated', url: URL, active: true, isTest: false })
  await client().setWebhook(URL, null)
  expect(sandbox.hooks().map((each) => each.is_test)).toEqual([false, true])
  await expect(client().listWebhooks()).resolves.toHaveLength(1)
})

test('an address that is too long for Shippo is refused before the call', async () => {
  await expect(client().setWebhook(`https://frame.example/${'x'.repeat(200)}`, null)).rejects.toThrow(
    /fewer than 200 characters/,
  )
})

test('a list of webhooks in an unknown format is an error, not an empty list', async () => {
  const { shipping } = await provider(json(200, { results: 'none' }))
  await expect(shipping.listWebhooks()).rejects.toThrow(/no valid results/)
})
