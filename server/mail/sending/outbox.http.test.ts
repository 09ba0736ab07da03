// On SQLite only: messages and mails, the same code on both databases.
// Slow, not in `npm run check`: services that never answer, fail, or are down for minutes.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#server/kernel/time/clock.ts'
import { startJobs } from '#server/start/jobs/jobs.ts'
import { startCatcher, type Catcher } from '#sandbox/mail/catcher.ts'
import { smtpMail, type SmtpMail } from '#server/providers/mail/smtp.ts'
import { MailRefused, type Mail } from '#server/providers/providers.ts'
import { freePort } from '#test/free-port.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { sendWaiting } from './send.ts'

let shop: TestShop
let catcher: Catcher
let client: SmtpMail
/** The mail sender between the shop and SMTP; a test can replace it. */
let send: Mail['send']

beforeEach(async () => {
  catcher = await startCatcher(await freePort())
  client = smtpMail({ url: catcher.url, mode: 'live' })
  send = (mail) => client.send(mail)
  shop = await openShop({
    providers: (real) => ({ ...real, mail: { ...client, send: (mail) => send(mail) } }),
  })
})
afterEach(async () => {
  await client.close()
  await shop.close()
  await catcher.close()
})

async function sendMessage(name: string): Promise<void> {
  const mailerState = { name, email: 'ann@example.com', message: `Hello from ${name}` }
  const answer = await shop.visitor().post('/send', { mailerState })
  expect(answer.body).toEqual({ status: 'success' })
}

const rows = () => shop.db.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('id').execute()

/** Runs the mail job once for each minute of the test clock. */
async function runMailJobFor(minutes: number, each: () => Promise<void> = async () => {}): Promise<void> {
  for (let passed = 0; passed < minutes * MINUTE; passed += 15 * SECOND) {
    await each()
    await sendWaiting(shop.shop)
    shop.clock.advance(15 * SECOND)
  }
}

test('after SMTP was down for ten minutes, 100 messages posted in that time all arrive once', async () => {
  await sendMessage('Before')
  await sendWaiting(shop.shop)
  expect(catcher.mails).toHaveLength(1)

  const { port } = catcher
  await catcher.close()
  let posted = 0
  await runMailJobFor(10, async () => {
    for (const until = posted + 2.5; posted < Math.min(100, until); posted++)
      await sendMessage(`Visitor ${posted}`)
  })
  expect(posted).toBe(100)
  expect((await rows()).filter(({ state }) => state === 'waiting')).toHaveLength(100)

  catcher = await startCatcher(port)
  await runMailJobFor(15)
  expect((await rows()).map(({ state }) => state)).toEqual(Array(101).fill('sent'))
  const subjects = catcher.mails.map(({ subject }) => subject)
  expect(subjects).toHaveLength(100)
  expect(new Set(subjects).size).toBe(100)
  expect(new Set(catcher.mails.map(({ messageId }) => messageId)).size).toBe(100)
})

test('while the mail server is unavailable, each run tries one mail; the other mails are sent as soon as it is available', async () => {
  const { port } = catcher
  await catcher.close()
  for (const name of ['A', 'B', 'C']) await sendMessage(name)
  await sendWaiting(shop.shop)
  const problems = (await rows()).map(({ problem }) => problem).filter((problem) => problem !== null)
  expect(problems).toEqual([expect.stringMatching(/ECONNREFUSED|connect/i)])
  // An outage uses up no attempt.
  expect((await rows()).map(({ attempts }) => attempts)).toEqual([0, 0, 0])
  catcher = await startCatcher(port)
  await sendWaiting(shop.shop)
  expect(catcher.mails).toHaveLength(2)
  shop.clock.advance(MINUTE)
  await sendWaiting(shop.shop)
  expect(catcher.mails).toHaveLength(3)
  expect((await rows()).every(({ problem }) => problem === null)).toBe(true)
})

test('after the mail server was away for nineteen hours, all mails are sent within a minute, also one that had failed', async () => {
  send = () => Promise.reject(new MailRefused('535 wrong settings'))
  await sendMessage('Failed')
  for (let tried = 1; tried <= 20; tried++) {
    await sendWaiting(shop.shop)
    shop.clock.advance(HOUR)
  }
  expect((await rows())[0]!.state).toBe('failed')
  send = (mail) => client.send(mail)
  const { port } = catcher
  await catcher.close()
  for (const name of ['A', 'B', 'C']) await sendMessage(name)
  for (let minutes = 0; minutes < 19 * 60; minutes += 2) {
    await sendWaiting(shop.shop)
    shop.clock.advance(2 * MINUTE)
  }
  const waiting = (await rows()).filter(({ state }) => state === 'waiting')
  expect(waiting.map(({ attempts }) => attempts)).toEqual([0, 0, 0])
  for (const { problem } of waiting) expect(problem).toMatch(/ECONNREFUSED|connect/i)
  catcher = await startCatcher(port)
  await sendMessage('D')
  await runMailJobFor(1)
  expect((await rows()).map(({ state }) => state)).toEqual(Array(5).fill('sent'))
  expect(new Set(catcher.mails.map(({ messageId }) => messageId)).size).toBe(5)
})

test('a mail that failed while the clock was a day ahead is sent when the clock is right again', async () => {
  shop.clock.advance(DAY)
  send = () => Promise.reject(new MailRefused('451 later'))
  await sendMessage('Ann')
  await sendWaiting(shop.shop)
  shop.clock.advance(MINUTE - DAY)
  send = (mail) => client.send(mail)
  await sendWaiting(shop.shop)
  expect((await rows())[0]).toMatchObject({ state: 'sent', problem: null })
})

test('two concurrent instances send each mail once', async () => {
  for (let index = 0; index < 20; index++) await sendMessage(`Visitor ${index}`)
  await Promise.all([sendWaiting(shop.shop), sendWaiting(shop.shop), sendWaiting(shop.shop)])
  expect(new Set(catcher.mails.map(({ messageId }) => messageId)).size).toBe(20)
  expect(catcher.mails).toHaveLength(20)
})

test('a crash after handing an email over causes at most a second copy with the same Message-ID', async () => {
  await sendMessage('Ann')
  const [mail] = await rows()
  // Simulates a crash of another instance: the mail is claimed, but not recorded as sent.
  await client.send({
    from: { name: 'Frame', address: 'web@shop.example' },
    to: mail!.recipient,
    replyTo: null,
    subject: mail!.subject,
    text: mail!.body_text,
    html: mail!.body_html,
    messageId: mail!.message_id,
  })
  const claimedUntil = new Date(shop.clock.now().getTime() + 2 * MINUTE).toISOString()
  await shop.db.updateTable('outbox').set({ attempts: 1, next_at: claimedUntil }).execute()

  await sendWaiting(shop.shop)
  expect(catcher.mails).toHaveLength(1)
  shop.clock.advance(2 * MINUTE + SECOND)
  await sendWaiting(shop.shop)
  expect(catcher.mails.map(({ messageId }) => messageId)).toEqual([mail!.message_id, mail!.message_id])
})

test('a refused mail is retried after a minute to an hour, and fails after twenty attempts', async () => {
  send = () => Promise.reject(new MailRefused('550 no such mailbox'))
  await sendMessage('Ann')
  const waits: number[] = []
  for (let tried = 1; tried <= 20; tried++) {
    await sendWaiting(shop.shop)
    const [mail] = await rows()
    expect(mail).toMatchObject({ attempts: tried, problem: '550 no such mailbox' })
    waits.push(Math.round((Date.parse(mail!.next_at) - shop.clock.now().getTime()) / MINUTE))
    shop.clock.advance(Date.parse(mail!.next_at) - shop.clock.now().getTime())
  }
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  const [mail] = await rows()
  expect(mail!.state).toBe('failed')
  send = () => Promise.reject(new Error('must not be called'))
  shop.clock.advance(60 * MINUTE)
  await sendWaiting(shop.shop)
  expect((await rows())[0]!.attempts).toBe(20)
})

test('one refused mail does not delay the others', async () => {
  send = (mail) =>
    mail.subject.includes('Bad') ? Promise.reject(new MailRefused('552 no')) : client.send(mail)
  for (const name of ['Bad', 'Good', 'Better']) await sendMessage(name)
  await sendWaiting(shop.shop)
  expect(new Set(catcher.mails.map(({ subject }) => subject))).toEqual(
    new Set(['Message from Better', 'Message from Good']),
  )
})

test('a message starts the job, and a stop waits until the current mail is sent', async () => {
  const stop = await startJobs(shop)
  await sendMessage('Ann')
  await expect.poll(() => catcher.mails.length).toBe(1)
  await Promise.all([sendMessage('Ben'), sendMessage('Cleo')])
  await expect.poll(() => catcher.mails.length).toBe(3)
  await stop()
  await sendMessage('Dora')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(catcher.mails).toHaveLength(3)
})

test('a refusal by the mail server affects that mail only and does not count as an outage', async () => {
  await expect(
    client.send({
      from: { name: 'Frame', address: 'web@shop.example' },
      to: 'inbox@shop.example',
      replyTo: null,
      subject: 'Too large',
      text: 'x'.repeat(2 * 1024 * 1024),
      html: '',
      messageId: '<1@shop.example>',
    }),
  ).rejects.toBeInstanceOf(MailRefused)
})
