import { expect, test, vi } from 'vitest'
import { post, send } from '#sandbox/paypal/rest.testing.ts'
import type { Delivery } from '../payments.ts'
import { clientOf, purchase, sandboxAndClient } from './client.testing.ts'
import { PAYPAL_EVENTS } from './webhook-setup.ts'

const URL = 'https://frame.example/api/paypal/webhook'
const PATH = '/v1/notifications/webhooks'

/** A new app, which has no webhook. */
const newApp = () => sandboxAndClient({ webhookId: null })

const addOther = ({ sandbox }: { sandbox: { apiBase: string } }, url: string) =>
  post(sandbox.apiBase, PATH, JSON.stringify({ url, event_types: [{ name: 'PAYMENT.CAPTURE.COMPLETED' }] }))

test('the client makes the shop’s webhook with all its events once, however often it is asked', async () => {
  await using app = await newApp()
  const made = await app.payments.setWebhook(URL, null)
  expect(made).toMatchObject({ url: URL, events: PAYPAL_EVENTS, isComplete: true })
  await expect(app.payments.setWebhook(URL, null)).resolves.toEqual(made)
  await expect(app.payments.listWebhooks()).resolves.toEqual([made])
  await app.payments.removeWebhook(made.id)
  await app.payments.removeWebhook(made.id)
  await expect(app.payments.listWebhooks()).resolves.toEqual([])
})

test('the client adds the missing events to a webhook that somebody made by hand', async () => {
  await using app = await newApp()
  const { json } = await addOther(app, URL)
  const changed = await app.payments.setWebhook(URL, null)
  expect(changed).toMatchObject({ id: json['id'], isComplete: true })
})

test('the client moves the shop’s webhook to a new address, and leaves those of others alone', async () => {
  await using app = await newApp()
  await addOther(app, 'https://other.example/hook')
  const { id } = await app.payments.setWebhook(URL, null)
  const moved = await app.payments.setWebhook('https://new.example/api/paypal/webhook', id)
  expect(moved).toMatchObject({ id, url: 'https://new.example/api/paypal/webhook' })
  const urls = (await app.payments.listWebhooks()).map(({ url }) => url)
  expect(urls).toEqual(['https://other.example/hook', 'https://new.example/api/paypal/webhook'])
})

test('an eleventh webhook is refused with what to do, and nothing changes', async () => {
  await using app = await newApp()
  for (let index = 0; index < 10; index++) await addOther(app, `https://other.example/${index}`)
  await expect(app.payments.setWebhook(URL, null)).rejects.toMatchObject({
    name: 'PaymentRefused',
    issue: 'WEBHOOK_NUMBER_LIMIT_EXCEEDED',
    message: expect.stringContaining('ten webhooks per app. Remove one'),
  })
  await expect(app.payments.listWebhooks()).resolves.toHaveLength(10)
})

test.each(['http://frame.example/hook', 'https://localhost/hook', 'https://frame.example:8443/hook'])(
  'PayPal’s refusal of %s is explained',
  async (url) => {
    await using app = await newApp()
    await expect(app.payments.setWebhook(url, null)).rejects.toThrow(/only to a public https address/)
  },
)

test('a lost answer to the creation makes no second webhook', async () => {
  await using app = await newApp()
  app.sandbox.addFault({ call: 'create webhook', kind: 'drop' })
  const made = await app.payments.setWebhook(URL, null)
  await expect(app.payments.listWebhooks()).resolves.toEqual([made])
})

test('the sandbox refuses what PayPal refuses: an address twice, no change, an unknown id, an empty list of events', async () => {
  await using app = await newApp()
  const { id } = await app.payments.setWebhook(URL, null)
  const { apiBase } = app.sandbox
  expect((await addOther(app, URL)).json).toMatchObject({ name: 'WEBHOOK_URL_ALREADY_EXISTS' })
  const patch = (body: unknown) => send(apiBase, 'PATCH', `${PATH}/${id}`, JSON.stringify(body))
  const same = await patch([{ op: 'replace', path: '/url', value: URL }])
  expect([same.status, same.json['name']]).toEqual([400, 'WEBHOOK_PATCH_REQUEST_NO_CHANGE'])
  expect((await patch([{ op: 'add', path: '/url', value: URL }])).status).toBe(400)
  expect((await patch([{ op: 'replace', path: '/event_types', value: [] }])).json).toMatchObject({
    name: 'VALIDATION_ERROR',
  })
  expect((await send(apiBase, 'GET', `${PATH}/UNKNOWN`)).status).toBe(404)
})

test('an event is sent to each webhook that asked for it, and is genuine only with the id of that webhook', async () => {
  await using app = await sandboxAndClient({ webhookId: 'FIRST' })
  const { id } = await app.payments.setWebhook(URL, null)
  await addOther(app, 'https://other.example/hook')
  const sent = new Map<string, Delivery>()
  app.sandbox.webhooks.deliver = async (delivery, url) => {
    sent.set(url, delivery)
    return 200
  }
  app.sandbox.choose((await app.payments.createPayment(purchase())).id, 'approve')
  await vi.waitFor(() => expect([...sent.keys()]).toEqual(['http://localhost/api/paypal/webhook', URL]))
  const delivery = sent.get(URL)!
  await expect(app.payments.isGenuine(delivery)).resolves.toBe(false)
  await expect(clientOf(app.sandbox.apiBase, { webhookId: id }).isGenuine(delivery)).resolves.toBe(true)
})
