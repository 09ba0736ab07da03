import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY } from '#server/kernel/time/clock.ts'
import { sweep } from '#server/start/jobs/jobs.ts'
import { sendWaiting } from '../sending/send.ts'
import { openShop, type TestShop } from '#test/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

it('deletes a message and its mail after 24 months, and the text of the mail after 12', async () => {
  await sendMessage('Answered long ago')
  await sendMessage('Never answered')
  await sendWaiting(shop.shop)
  await shop.db
    .updateTable('messages')
    .set({ status: 'answered' })
    .where('message', '=', 'Answered long ago')
    .execute()

  await sweepAfter(364)
  expect(await texts('mail')).toEqual([expect.stringContaining('Never'), expect.stringContaining('Answered')])
  await sweepAfter(2)
  const swept = 'The text was deleted 12 months after it was sent.'
  expect(await texts('mail')).toEqual([swept, swept])
  expect(await texts('messages')).toEqual(['Never answered', 'Answered long ago'])

  await sendMessage('Of today')
  await sendWaiting(shop.shop)
  await sweepAfter(363)
  expect(await texts('messages')).toEqual(['Of today', 'Never answered', 'Answered long ago'])
  await sweepAfter(2)
  expect(await texts('messages')).toEqual(['Of today', 'Never answered'])
  expect(await texts('mail')).toHaveLength(2)
})

it('keeps the text of an email that is not sent yet, at any age', async () => {
  await sendMessage('Still waiting')
  await sweepAfter(400)
  expect(await texts('mail')).toEqual(expect.arrayContaining([expect.stringContaining('Still waiting')]))
})

it('deletes sessions after 30 days, even without signing out', async () => {
  await shop.customer()
  await sweepAfter(29)
  const sessions = () => shop.db.selectFrom('sessions').selectAll().execute()
  expect(await sessions()).not.toEqual([])
  await sweepAfter(2)
  expect(await sessions()).toEqual([])
})

async function sendMessage(message: string): Promise<void> {
  const mailerState = { name: 'Ada Byron', email: 'ada@example.com', message }
  const answer = await shop.visitor().post('/send', { mailerState })
  expect(answer.body).toEqual({ status: 'success' })
}

async function sweepAfter(days: number): Promise<void> {
  shop.clock.advance(days * DAY)
  await sweep(shop.shop)
}

/** The texts that an admin sees, newest first. */
async function texts(list: 'messages' | 'mail'): Promise<string[]> {
  const { body } = await (await shop.admin()).get(`/api/${list}?pageNumber=1`)
  return list === 'mail'
    ? body.mail.map(({ text }: { text: string }) => text)
    : body.messages.map(({ message }: { message: string }) => message)
}
