import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY, MINUTE } from '#server/kernel/time/clock.ts'
import { sweep } from '#server/start/jobs/jobs.ts'
import { MailRefused, type Mail } from '#server/providers/providers.ts'
import { createFailedMail, sendContactMessage } from '#test/messages.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { sendWaiting } from './send.ts'

let shop: TestShop
let olive: SignedInVisitor
let otto: SignedInVisitor
/** The mail sender; a test can replace it. */
let send: Mail['send'] | null
/** Switches the shop to a real mail server. */
const useMailServer = () => Object.assign(shop.shop.providers.mail, { mode: 'live' })

beforeEach(async () => {
  send = null
  shop = await openShop({
    providers: (real) => ({
      ...real,
      mail: { ...real.mail, send: (mail) => (send ? send(mail) : real.mail.send(mail)) },
    }),
  })
  olive = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  otto = await signedIn(shop, { name: 'Otto Owner', isAdmin: true })
})
afterEach(() => shop.close())

const lines = async (query = '') => (await olive.get(`/api/mail${query}`)).body.mail
const subjects = async (query: string) =>
  (await lines(query)).map(({ subject }: { subject: string }) => subject)
const recorded = async () => (await olive.get('/api/record?subject=mail')).body.lines

test('the log shows what failed and why, and when a waiting mail is retried', async () => {
  const failed = await createFailedMail(shop, '550 no such mailbox')
  send = () => Promise.reject(new MailRefused('452 disk full'))
  await sendContactMessage(shop, { name: 'Waiting Wes' })
  await sendWaiting(shop.shop)
  const { body } = await olive.get('/api/mail')
  expect(body).toMatchObject({ failed: 1, sandbox: true, pages: 1 })
  expect(body.mail[0]).toMatchObject({
    state: 'waiting',
    attempts: 1,
    problem: '452 disk full',
    sentAt: null,
    nextAt: expect.any(String),
  })
  expect(body.mail[1]).toMatchObject({
    _id: failed,
    state: 'failed',
    attempts: 20,
    problem: '550 no such mailbox',
    nextAt: null,
  })
})

test('the log can be filtered by state, and an email is found by its id', async () => {
  await sendContactMessage(shop, { name: 'Kept Kim' })
  await sendWaiting(shop.shop)
  useMailServer()
  await sendContactMessage(shop, { name: 'Sent Sue' })
  await sendWaiting(shop.shop)
  const failed = await createFailedMail(shop)
  await sendContactMessage(shop, { name: 'Waiting Wes' })
  expect(await subjects('?state=sent')).toEqual(['Message from Sent Sue'])
  expect(await subjects('?state=kept')).toEqual(['Message from Kept Kim'])
  expect(await subjects('?state=waiting')).toEqual(['Message from Waiting Wes'])
  expect(await subjects('?state=failed')).toEqual(['Message from Ann Visitor'])
  expect(await subjects(`?id=${failed}`)).toEqual(['Message from Ann Visitor'])
  expect((await olive.get('/api/mail?state=lost')).status).toBe(400)
  expect((await olive.get('/api/mail?state=sent')).body.failed).toBe(1)
})

test('a failed mail can be queued again with the full number of attempts and its old Message-ID, and this is recorded', async () => {
  const id = await createFailedMail(shop)
  const { message_id: messageId } = await shop.db
    .selectFrom('outbox')
    .select('message_id')
    .executeTakeFirstOrThrow()
  const answer = await olive.post(`/api/mail/${id}/resend`)
  expect([answer.status, answer.body.state, answer.body.attempts]).toEqual([200, 'waiting', 0])
  await sendWaiting(shop.shop)
  expect((await shop.mail.caught()).map((mail) => mail.messageId)).toEqual([messageId])
  expect((await lines())[0]).toMatchObject({ state: 'kept', attempts: 1, problem: '' })
  expect(await recorded()).toEqual([
    expect.objectContaining({ by: 'Olive Owner', subjectId: id, action: 'Sent again' }),
  ])
})

test('concurrent requests to send an email again queue, send and record it once', async () => {
  const id = await createFailedMail(shop)
  const answers = await Promise.all([olive, otto, olive].map((each) => each.post(`/api/mail/${id}/resend`)))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
  await Promise.all([sendWaiting(shop.shop), sendWaiting(shop.shop)])
  expect(await shop.mail.caught()).toHaveLength(1)
  expect(await recorded()).toHaveLength(1)
})

test('a waiting or sent mail is not sent again, and an unknown mail is 404', async () => {
  await sendContactMessage(shop)
  const [waiting] = await lines()
  const changed = await changedBy(shop.db, async () => {
    const early = await olive.post(`/api/mail/${waiting._id}/resend`)
    expect([early.status, early.body.message]).toEqual([409, 'This email is already on its way'])
    expect((await olive.post('/api/mail/nothing/resend')).status).toBe(404)
  })
  expect(changed).toEqual([])
  useMailServer()
  await sendWaiting(shop.shop)
  const late = await olive.post(`/api/mail/${waiting._id}/resend`)
  expect([late.status, late.body.message]).toEqual([409, 'This email has been sent'])
  expect(await shop.mail.caught()).toHaveLength(1)
  expect(await recorded()).toEqual([])
})

test('mails stored without a mail server are shown separately from sent ones, and can be sent when there is one', async () => {
  await sendContactMessage(shop, { name: 'Kept Kim' })
  await sendWaiting(shop.shop)
  const [{ _id: id }] = await lines('?state=kept')
  const early = await olive.post(`/api/mail/${id}/resend`)
  expect([early.status, early.body.message]).toEqual([409, 'There is no mail server to send it with'])
  useMailServer()
  expect((await lines())[0].state).toBe('kept')
  const answers = await Promise.all([olive, otto].map((each) => each.post(`/api/mail/${id}/resend`)))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  await sendWaiting(shop.shop)
  expect((await lines())[0]).toMatchObject({ state: 'sent', sentAt: expect.any(String), problem: '' })
  expect((await shop.mail.caught()).map(({ subject }) => subject)).toEqual(
    Array(2).fill('Message from Kept Kim'),
  )
})

test('a stored mail is not sent after its text was deleted, twelve months later', async () => {
  await sendContactMessage(shop)
  await sendWaiting(shop.shop)
  shop.clock.advance(366 * DAY)
  await sweep(shop.shop)
  olive = await signedIn(shop, { isAdmin: true })
  useMailServer()
  const [{ _id: id }] = await lines('?state=kept')
  const late = await olive.post(`/api/mail/${id}/resend`)
  expect([late.status, late.body.message]).toEqual([409, 'The text was deleted 12 months after it was sent.'])
})

test('only an admin can send an email again', async () => {
  const id = await createFailedMail(shop)
  expect((await shop.visitor().post(`/api/mail/${id}/resend`)).status).toBe(401)
  expect((await (await signedIn(shop)).post(`/api/mail/${id}/resend`)).status).toBe(403)
  const foreign = { 'sec-fetch-site': 'cross-site' }
  expect((await olive.post(`/api/mail/${id}/resend`, undefined, foreign)).status).toBe(403)
  expect((await lines())[0].state).toBe('failed')
})

test('an email that was queued again is tried up to twenty more times', async () => {
  const id = await createFailedMail(shop)
  await olive.post(`/api/mail/${id}/resend`)
  send = () => Promise.reject(new MailRefused('550 still no such mailbox'))
  for (let tried = 1; tried <= 20; tried++) {
    expect(await stateOf(id)).toBe('waiting')
    await sendWaiting(shop.shop)
    shop.clock.advance(61 * MINUTE)
  }
  expect(await stateOf(id)).toBe('failed')
  // After twenty hours the session has expired.
  olive = await signedIn(shop, { isAdmin: true })
  expect((await lines())[0]).toMatchObject({ attempts: 20, problem: '550 still no such mailbox' })
  expect((await olive.post(`/api/mail/${id}/resend`)).status).toBe(200)
})

async function stateOf(id: string) {
  const row = await shop.db
    .selectFrom('outbox')
    .where('id', '=', id)
    .select('state')
    .executeTakeFirstOrThrow()
  return row.state
}
