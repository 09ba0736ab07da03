/** No webhook leads into the network of the shop: neither when it is saved, nor when it is sent. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendContactMessage } from '#test/messages.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { openReceiver, type Receiver } from './receiver.testing.ts'
import { sendWebhooks } from './send.ts'

let shop: TestShop
let owner: SignedInVisitor
let receiver: Receiver
beforeAll(async () => {
  shop = await openShop({ env: { PUBLIC_ORIGIN: 'https://93.184.216.40', ALLOW_SANDBOX: '1' } })
  owner = await signedIn(shop, { role: 'owner' })
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await shop.close()
})
beforeEach(() => shop.db.deleteFrom('webhooks').execute())

const add = (url: string) => owner.post('/api/webhooks', { url, events: ['message.received'] })

test.each([
  ['https://localhost/hook', 'inside a private network'],
  ['https://127.0.0.1/hook', 'inside a private network'],
  ['https://127.1/hook', 'inside a private network'],
  ['https://2130706433/', 'inside a private network'],
  ['https://0x7f.0.0.1/', 'inside a private network'],
  ['https://10.0.0.1/', 'inside a private network'],
  ['https://169.254.169.254/latest/meta-data/', 'inside a private network'],
  ['https://[::1]/', 'inside a private network'],
  ['https://[::ffff:127.0.0.1]/', 'inside a private network'],
  ['https://[fd00::1]/', 'inside a private network'],
  ['https://no-such-host.invalid/', 'There is no server at no-such-host.invalid'],
  ['http://93.184.216.34/hook', 'must begin with https://'],
  ['https://93.184.216.34:8443/hook', 'must not have a port'],
  ['https://user:secret@93.184.216.34/', 'must not contain a password'],
  ['https://93.184.216.34/#part', 'must not contain #'],
  ['https://93.184.216.40/send', 'the shop itself'],
  ['file:///etc/passwd', 'must begin with https://'],
  ['nonsense', 'beginning with https://'],
])('the address %s is refused: %s', async (url, problem) => {
  const { status, body } = await add(url)
  expect([status, body.field, body.message]).toEqual([400, 'url', expect.stringContaining(problem)])
  expect(await shop.db.selectFrom('webhooks').select('id').execute()).toEqual([])
})

test('an address on the internet is accepted, and cannot be changed to one inside', async () => {
  const { body, status } = await add('https://93.184.216.34/hook')
  expect(status).toBe(201)
  const change = { url: 'https://192.168.1.1/', events: ['order.paid'], isOn: true, version: 1 }
  expect((await owner.put(`/api/webhooks/${body._id}`, change)).status).toBe(400)
})

test.each(['localhost', '127.0.0.1'])(
  'a name that leads to %s only when the message is sent gets nothing',
  async (host) => {
    const { body } = await add('https://93.184.216.34/hook')
    // As if the name led elsewhere since it was saved.
    const url = receiver.at().replace('127.0.0.1', host)
    await shop.db.updateTable('webhooks').set({ url }).where('id', '=', body._id).execute()
    await sendContactMessage(shop)
    await sendWebhooks(shop.shop)
    expect(receiver.received).toEqual([])
    const { deliveries } = (await owner.get(`/api/webhooks/${body._id}/deliveries`)).body
    expect(deliveries[0]).toMatchObject({
      state: 'waiting',
      status: null,
      problem: expect.stringContaining('private network'),
    })
  },
)
