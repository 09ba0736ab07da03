// On SQLite only: passwords, codes and sessions, the same code on both databases.
import { afterAll, expect, test } from 'vitest'
import { mailboxOf, tokenIn } from '#test/mailbox.ts'
import { openShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'

const shop = await openShop()

afterAll(() => shop.close())

const NEW = 'a whole new password'

const forgot = (email: string, at = shop) => at.visitor().post('/api/account/forgot', { email })
const reset = (token: unknown, at = shop) => at.visitor().post('/api/account/reset', { token, password: NEW })

test('no table, no list and no backup holds the token; if the mail is sent twice, both copies have a working link', async () => {
  const { email } = await signedIn(shop)
  await forgot(email)
  const [first] = await mailboxOf(shop).newMailsTo(email)
  const token = tokenIn(first, '/reset')
  const tables = await Promise.all(
    (['outbox', 'account_links'] as const).map((table) => shop.db.selectFrom(table).selectAll().execute()),
  )
  expect(JSON.stringify(tables)).not.toContain(token)
  // Simulates a crash after the mail was sent and before this was recorded: the mail is sent again.
  await shop.db
    .updateTable('outbox')
    .set({ state: 'waiting', sent_at: null, next_at: shop.clock.now().toISOString() })
    .where('recipient', '=', email)
    .execute()
  const box = mailboxOf(shop)
  const copies = await box.newMailsTo(email)
  const tokens = copies.map((mail) => tokenIn(mail, '/reset'))
  expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1)
  expect(new Set(tokens).size).toBe(2)
  expect((await reset(tokens[0])).status).toBe(200)
  expect((await reset(tokens[1])).status).toBe(400)
})

test('with a mail server, the admin area shows the mail without its link', async () => {
  const live = await openShop({
    providers: (real) => ({ ...real, mail: { ...real.mail, mode: 'live', caught: undefined } }),
  })
  const admin = await signedIn(live, { isAdmin: true })
  const { email } = await signedIn(live)
  expect((await forgot(email, live)).body.message).not.toContain('no mail server')
  const [waiting] = (await admin.get('/api/mail?kind=password-reset')).body.mail
  expect(waiting.text).toContain('/reset#(known-to-the-reader-alone)')
  const [mail] = await mailboxOf(live).newMailsTo(email)
  const token = tokenIn(mail, '/reset')
  const answer = await admin.get('/api/mail?kind=password-reset')
  expect(answer.body.mail[0]).toMatchObject({
    state: 'sent',
    text: expect.stringContaining('known-to-the-reader'),
  })
  expect(answer.text).not.toContain(token)
  await live.close()
})

test('a failed mail that an admin sends again has a working link, visible to its recipient only', async () => {
  const { email } = await signedIn(shop)
  await forgot(email)
  await shop.db
    .updateTable('outbox')
    .set({ state: 'failed', attempts: 20, problem: '550 no such mailbox' })
    .where('recipient', '=', email)
    .execute()
  const admin = await signedIn(shop, { isAdmin: true })
  const [failed] = (await admin.get('/api/mail?kind=password-reset&state=failed')).body.mail
  expect(failed).toMatchObject({ to: email, text: expect.stringContaining('known-to-the-reader-alone') })
  const again = await admin.post(`/api/mail/${failed._id}/resend`)
  expect([again.status, again.body.text]).toEqual([200, failed.text])
  const [mail] = await mailboxOf(shop).newMailsTo(email)
  expect((await reset(tokenIn(mail, '/reset'))).status).toBe(200)
})

test('a thousand requests for one address from a thousand networks cause three mails in an hour', async () => {
  const strict = await openShop({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
  const { email } = await signedIn(strict)
  const box = mailboxOf(strict)
  const answers: { status: number; text: string }[] = []
  let mails = 0
  for (let index = 0; index < 1000; index++) {
    const from = { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` }
    answers.push(await strict.visitor().post('/api/account/forgot', { email }, from))
    if (index < 10) mails += (await box.newMailsTo(email)).length
  }
  mails += (await box.newMailsTo(email)).length
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]!.status).toBe(200)
  expect(mails).toBe(3)
  expect(await strict.db.selectFrom('outbox').select('id').execute()).toHaveLength(3)
  await strict.close()
})

test('one network can send twenty requests an hour and try thirty links a minute', async () => {
  const strict = await openShop({ env: { RATE_LIMITS: 'on' } })
  for (let index = 0; index < 20; index++)
    expect((await forgot(`somebody-${index}@example.com`, strict)).status).toBe(200)
  const refused = await forgot('somebody@example.com', strict)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  for (let index = 0; index < 30; index++)
    expect((await reset(String(index).padStart(43, 'A'), strict)).status).toBe(400)
  expect((await reset('A'.repeat(43), strict)).status).toBe(429)
  await strict.close()
})
