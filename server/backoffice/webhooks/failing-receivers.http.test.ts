/** Webhooks whose receiver fails: the attempts, the pauses, and the end. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#server/kernel/time/clock.ts'
import { openShop } from '#test/shop.ts'
import { post } from './post.ts'
import { openReceiver } from './receiver.testing.ts'
import { newSecret } from './secrets.ts'
import { sendWebhooks } from './send.ts'
import { webhooksOf } from './webhooks.testing.ts'

const shop = await openShop({ env: { ALLOW_PRIVATE_HOSTS: '1' } })
const { asOwner, webhookTo, write, send, one, log, receiver, forget } = webhooksOf(shop)
afterAll(() => shop.close())
beforeEach(forget)

test('a receiver that fails gets an event ten times within three days, and then it has failed until it is sent again', async () => {
  const { _id } = await webhookTo(receiver().at(), ['message.received'])
  receiver().answer = (response) => void response.writeHead(500).end('inside story')
  await write('Hello')
  for (let hours = 0; hours < 100; hours++) {
    await send()
    shop.clock.advance(HOUR)
  }
  expect(receiver().received).toHaveLength(10)
  const [failed] = await log(_id)
  expect(failed).toMatchObject({
    state: 'failed',
    attempts: 10,
    status: 500,
    problem: 'It answered with the status 500',
  })
  expect(JSON.stringify(await log(_id))).not.toContain('inside story')
  receiver().answer = (response) => void response.writeHead(200).end()
  expect((await (await asOwner()).post(`/api/webhooks/${_id}/resend`)).body.message).toBe(
    '1 event sent again',
  )
  await send()
  const last = receiver().received.at(-1)!
  expect([last.id, last.text]).toEqual([receiver().received[0]!.id, receiver().received[0]!.text])
  expect(last.text).toBe(failed.body)
  expect((await log(_id))[0].state).toBe('delivered')
})

test('a receiver that fails does not hold up later events, and gets the failed one again after seconds', async () => {
  await webhookTo(receiver().at(), ['message.received'])
  receiver().answer = (response) =>
    void response.writeHead(receiver().received.length === 1 ? 500 : 204).end()
  await write('One')
  await write('Two')
  await send()
  expect(receiver().received).toHaveLength(2)
  shop.clock.advance(6 * SECOND)
  await send()
  expect(receiver().received[2]!.id).toBe(receiver().received[0]!.id)
})

test('a receiver that fails is switched off after five days, with a mail to the owners, and its events are kept', async () => {
  const owner = await asOwner()
  const { _id } = await webhookTo(receiver().at(), ['message.received'])
  receiver().answer = (response) => void response.writeHead(500).end()
  await write('One')
  await send()
  shop.clock.advance(5 * DAY + HOUR)
  await write('Two')
  await send()
  expect(await one(_id)).toMatchObject({ isOn: false, offReason: expect.stringContaining('five days') })
  const mails = await shop.db.selectFrom('outbox').selectAll().where('kind', '=', 'webhook-off').execute()
  expect(mails.map(({ recipient }) => recipient)).toContain(owner.email)
  await write('Three')
  await send()
  expect(await shop.db.selectFrom('webhook_events').select('id').execute()).toHaveLength(2)
  const { events, url, version } = await one(_id)
  expect((await (await asOwner()).post(`/api/webhooks/${_id}/test`)).status).toBe(409)
  receiver().answer = (response) => void response.writeHead(204).end()
  const on = await (await asOwner()).put(`/api/webhooks/${_id}`, { events, url, version, isOn: true })
  expect([on.status, on.body.isOn, on.body.offReason]).toEqual([200, true, ''])
  shop.clock.advance(DAY)
  await send()
  expect((await one(_id)).waiting).toBe(0)
})

test('a receiver that fails is switched off at once if it answers that it is gone', async () => {
  const { _id } = await webhookTo(receiver().at(), ['message.received'])
  receiver().answer = (response) => void response.writeHead(410).end()
  await write('One')
  await write('Two')
  await send()
  await send()
  expect(receiver().received).toHaveLength(1)
  expect(await one(_id)).toMatchObject({ isOn: false, offReason: expect.stringContaining('410') })
})

test('a receiver that fails gets a pause for as long as it asks', async () => {
  await webhookTo(receiver().at(), ['message.received'])
  receiver().answer = (response) => void response.writeHead(429, { 'retry-after': '120' }).end()
  await write('One')
  await write('Two')
  await send()
  shop.clock.advance(MINUTE)
  await send()
  expect(receiver().received).toHaveLength(1)
  shop.clock.advance(2 * MINUTE)
  receiver().answer = (response) => void response.writeHead(204).end()
  await send()
  expect(receiver().received).toHaveLength(3)
})

test('a redirect is not followed: its target gets nothing', async () => {
  const target = await openReceiver()
  const { _id } = await webhookTo(receiver().at(), ['message.received'])
  receiver().answer = (response) => void response.writeHead(302, { location: target.at() }).end()
  await write('Hello')
  await send()
  expect(target.received).toEqual([])
  expect((await log(_id))[0]).toMatchObject({
    status: 302,
    problem: expect.stringContaining('not followed'),
  })
  await target.close()
})

test('an answer of 10 MB, or without an end, is not read, and its status counts', async () => {
  const { _id } = await webhookTo(receiver().at(), ['message.received'])
  receiver().answer = (response) => void response.writeHead(200).end(Buffer.alloc(10 * 1024 * 1024, 'x'))
  await write('Large')
  await send()
  receiver().answer = (response) => void response.writeHead(200).write('x')
  await write('Endless')
  await send()
  expect((await log(_id)).map(({ state }: { state: string }) => state)).toEqual(['delivered', 'delivered'])
})

test('a receiver that breaks the connection gets the event again, and another webhook is not held up', async () => {
  const other = await openReceiver()
  const { _id } = await webhookTo(receiver().at(), ['message.received'])
  await webhookTo(other.at(), ['message.received'])
  receiver().answer = (response) => void response.destroy()
  await write('Hello')
  await send()
  expect(other.received).toHaveLength(1)
  expect((await log(_id))[0]).toMatchObject({
    state: 'waiting',
    status: null,
    problem: expect.stringContaining('broke off'),
  })
  await other.close()
})

test('a receiver that does not answer in time has failed, whatever it has begun to write', async () => {
  receiver().answer = () => {}
  const message = { id: 'event', body: '{}', url: receiver().at(), secrets: [newSecret()] }
  const outcome = await post(shop.shop, message, { patience: 200 })
  expect(outcome).toEqual({ status: null, problem: 'It did not answer within 20 seconds', pause: 0 })
})

test('a receiver that does not answer holds up no other one, and not the stop of the server', async () => {
  const other = await openReceiver()
  const { _id } = await webhookTo(receiver().at(), ['message.received'])
  await webhookTo(other.at(), ['message.received'])
  receiver().answer = () => {}
  await write('One')
  const stopping = new AbortController()
  const job = sendWebhooks(shop.shop, stopping.signal)
  await expect.poll(() => receiver().received.length).toBe(1)
  await write('Two')
  await expect.poll(() => other.received.length).toBe(2)
  stopping.abort()
  await job
  expect((await log(_id))[0]).toMatchObject({ state: 'waiting', attempts: 0 })
  receiver().answer = (response) => void response.writeHead(204).end()
  await send()
  expect(new Set(receiver().received.map((each) => each.id)).size).toBe(2)
  await other.close()
})
