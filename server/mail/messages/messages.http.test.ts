// On SQLite only: messages and mails, the same code on both databases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendWaiting } from '../sending/send.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import type { Answer } from '#test/visitor.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ env: { SHOP_INBOX: 'inbox@shop.example', MAIL_FROM: 'web@shop.example' } })
})
afterAll(() => shop.close())

const CONTACT = { name: 'Ann Visitor', email: 'Ann@Example.com', message: 'Two words.\r\nAnd a line.' }
const WHOLESALE = {
  businessName: 'Corner Café',
  typeOfBusiness: 'Café',
  email: 'buyer@corner.example',
  phone: '703 555 0100',
  qty: 12.5,
  message: 'Espresso, please.',
  social: '@corner',
}

const contact = (fields: object = {}) =>
  shop.visitor().post('/send', { mailerState: { ...CONTACT, ...fields } })
const wholesale = (fields: object = {}) =>
  shop.visitor().post('/wholesale/send', { mailerState: { ...WHOLESALE, ...fields } })

const form = (path: string, fields: Record<string, string>, headers = {}) =>
  shop.visitor().post(path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
    ...headers,
  })

/** Sends waiting mail and returns the mails that `write` caused. */
async function mailsAfter(write: () => Promise<Answer>) {
  await sendWaiting(shop.shop)
  const before = (await shop.mail.caught()).length
  expect((await write()).body).toEqual({ status: 'success' })
  await sendWaiting(shop.shop)
  return (await shop.mail.caught()).slice(before)
}

async function expectRefusal(answer: () => Promise<Answer>, status = 400): Promise<Answer> {
  let given!: Answer
  const changed = await changedBy(shop.db, async () => {
    given = await answer()
  })
  expect(given.status).toBe(status)
  expect(given.body).toMatchObject({ status: 'fail', message: expect.any(String) })
  expect(changed).toEqual([])
  return given
}

test('a contact message is stored, and mailed to the shop with the visitor in Reply-To', async () => {
  const [mail, ...more] = await mailsAfter(() => contact())
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    from: { name: 'Frame Roasters', address: 'web@shop.example' },
    to: [{ address: 'inbox@shop.example' }],
    replyTo: [{ address: 'ann@example.com' }],
    subject: 'Message from Ann Visitor',
  })
  expect(mail!.text).toContain('Name: Ann Visitor\nEmail: ann@example.com\n\nTwo words.\nAnd a line.')
  const stored = await (await shop.admin()).get('/api/messages')
  expect(stored.body.messages[0]).toMatchObject({
    kind: 'contact',
    name: 'Ann Visitor',
    mail: 'kept',
    qty: 0,
  })
})

test('a wholesale inquiry arrives with all its fields', async () => {
  const [mail] = await mailsAfter(() => wholesale())
  expect(mail!.subject).toBe('Wholesale inquiry from Corner Café')
  for (const text of ['Corner Café', '703 555 0100', '12.5 lbs/ month', '@corner', 'Espresso, please.']) {
    expect(mail!.text).toContain(text)
  }
  const stored = await (await shop.admin()).get('/api/messages')
  expect(stored.body.messages[0]).toMatchObject({
    kind: 'wholesale',
    name: 'Corner Café',
    typeOfBusiness: 'Café',
    phone: '703 555 0100',
    qty: 12.5,
    social: '@corner',
    message: 'Espresso, please.',
  })
})

test('quantity and website may be left out, and a quantity may come as text', async () => {
  expect((await wholesale({ qty: undefined, social: undefined })).body).toEqual({ status: 'success' })
  expect((await wholesale({ qty: '40' })).body).toEqual({ status: 'success' })
  expect((await wholesale({ qty: '' })).body).toEqual({ status: 'success' })
  const { body } = await (await shop.admin()).get('/api/messages')
  expect(body.messages.slice(0, 3).map(({ qty }: { qty: number }) => qty)).toEqual([0, 40, 0])
})

describe('line breaks and headers in one-line fields are refused', () => {
  const evil = ['Ann\r\nBcc: all@evil.example', 'Ann\nBcc: x', 'Ann\rX: y', 'Ann\u2028x\u0085y', 'Ann\0']
  test.each(evil)('name %j', async (name) => {
    await expectRefusal(() => contact({ name }))
  })
  test.each(['a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example', 'Ann <a@b.example>', 'a@b'])(
    'email %j',
    async (email) => {
      await expectRefusal(() => contact({ email }))
    },
  )
  test.each(['businessName', 'typeOfBusiness', 'phone', 'social'])('%s', async (field) => {
    await expectRefusal(() => wholesale({ [field]: 'x\r\nBcc: all@evil.example' }))
  })

  test('header lines in the message stay in the body', async () => {
    const [mail] = await mailsAfter(() => contact({ message: '\r\n.\r\nBcc: all@evil.example\r\n\r\nHi' }))
    expect(mail!.bcc ?? []).toEqual([])
    expect(mail!.to).toHaveLength(1)
    expect(mail!.text).toContain('Bcc: all@evil.example')
  })
})

test('lengths are limited', async () => {
  await expectRefusal(() => contact({ message: 'x'.repeat(5001) }))
  await expectRefusal(() => contact({ name: 'x'.repeat(101) }))
  await expectRefusal(() => contact({ email: `${'x'.repeat(250)}@example.com` }))
  await expectRefusal(() => wholesale({ social: 'x'.repeat(201) }))
  await expectRefusal(() => contact({ message: 'x'.repeat(2_000_000) }), 413)
  expect((await contact({ message: 'x'.repeat(5000) })).status).toBe(200)
})

test('a missing field is refused and named, and a body without mailerState is refused', async () => {
  for (const field of ['name', 'email', 'message']) {
    const { body } = await expectRefusal(() => contact({ [field]: undefined }))
    expect(body.field).toBe(`mailerState.${field}`)
    await expectRefusal(() => contact({ [field]: '  ' }))
  }
  for (const field of ['businessName', 'typeOfBusiness', 'email', 'phone', 'message'])
    await expectRefusal(() => wholesale({ [field]: undefined }))
  await expectRefusal(() => shop.visitor().post('/send', {}))
  await expectRefusal(() => shop.visitor().post('/send', '{'))
  await expectRefusal(() => shop.visitor().post('/send', 'x', { 'content-type': 'text/plain' }), 415)
})

test('an invalid quantity is refused', async () => {
  for (const qty of [-5, 'x', '-1', true, null, [], 1_000_001]) await expectRefusal(() => wholesale({ qty }))
  const text = JSON.stringify({ mailerState: { ...WHOLESALE, qty: 7 } })
  await expectRefusal(() => shop.visitor().post('/wholesale/send', text.replace('"qty":7', '"qty":1e309')))
})

test('markup arrives as plain text', async () => {
  const [mail] = await mailsAfter(() =>
    contact({ name: '<b>Ann</b>', message: '<script>alert(1)</script> & "so"' }),
  )
  expect(mail!.text).toContain('<script>alert(1)</script> & "so"')
  expect(mail!.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;so&quot;')
  expect(mail!.html).not.toContain('<script')
  expect(mail!.html).not.toContain('<b>')
})

test('a message with the hidden field filled in is answered with success, and not stored', async () => {
  const changed = await changedBy(shop.db, async () => {
    const trapped = { homepage: 'https://buy.example' }
    const send = (path: string, mailerState: object) => shop.visitor().post(path, { mailerState, ...trapped })
    expect((await send('/send', CONTACT)).body).toEqual({ status: 'success' })
    expect((await send('/wholesale/send', WHOLESALE)).body).toEqual({ status: 'success' })
    expect((await form('/send', { ...CONTACT, ...trapped })).headers.location).toBe('/?sent=success#contact')
  })
  expect(changed).toEqual([])
})

test('a message from another site is refused, and no response is cached', async () => {
  const foreign = { 'sec-fetch-site': 'cross-site' }
  await expectRefusal(() => shop.visitor().post('/send', { mailerState: CONTACT }, foreign), 403)
  expect((await contact()).headers['cache-control']).toBe('no-store')
})

describe('without JavaScript', () => {
  test('a contact form is stored and answered with a redirect to its page', async () => {
    const [mail] = await mailsAfter(async () => {
      const answer = await form('/send', { ...CONTACT, homepage: '' })
      expect(answer.status).toBe(303)
      expect(answer.headers).toMatchObject({
        location: '/?sent=success#contact',
        'cache-control': 'no-store',
      })
      expect(answer.text).toBe('')
      return { ...answer, body: { status: 'success' } }
    })
    expect(mail!.text).toContain('Two words.\nAnd a line.')
  })

  test('a wholesale form is stored too, with an empty quantity', async () => {
    const answer = await form('/wholesale/send', { ...WHOLESALE, qty: '', homepage: '' })
    expect(answer.headers.location).toBe('/wholesale?sent=success#enquiry')
  })

  test('a refusal redirects to the page, too, and names the field', async () => {
    const changed = await changedBy(shop.db, async () => {
      const answer = await form('/send', { ...CONTACT, email: 'nobody' })
      expect([answer.status, answer.headers.location]).toEqual([303, '/?sent=fail&field=email#contact'])
      const bad = await form('/wholesale/send', { ...WHOLESALE, qty: '1e309' })
      expect(bad.headers.location).toBe('/wholesale?sent=fail&field=qty#enquiry')
      const foreign = await form('/send', CONTACT, { 'sec-fetch-site': 'cross-site' })
      expect(foreign.headers.location).toBe('/?sent=fail#contact')
    })
    expect(changed).toEqual([])
  })

  test('form posts are refused on all other paths', async () => {
    expect((await form('/api/users/auth', { email: 'a@b.example', password: 'x' })).status).toBe(415)
  })
})

test('the lists are for admins only, newest first, twenty per page', async () => {
  for (let index = 0; index < 25; index++) await contact({ name: `Visitor ${index}` })
  const admin = await signedIn(shop, { isAdmin: true })
  for (const [path, list] of [
    ['/api/messages', 'messages'],
    ['/api/mail', 'mail'],
  ] as const) {
    expect((await shop.visitor().get(path)).status).toBe(401)
    expect((await (await signedIn(shop)).get(path)).status).toBe(403)
    const first = (await admin.get(path)).body
    expect(first[list]).toHaveLength(20)
    expect(first.pages).toBeGreaterThan(1)
    const second = (await admin.get(`${path}?pageNumber=2`)).body
    expect(first[list][0].createdAt >= second[list][0].createdAt).toBe(true)
    expect((await admin.get(`${path}?pageNumber=99`)).body[list]).toEqual([])
  }
  const { body } = await admin.get('/api/mail')
  expect(body.sandbox).toBe(true)
  expect(body.mail[0]).toMatchObject({
    to: 'inbox@shop.example',
    state: 'waiting',
    subject: 'Message from Visitor 24',
  })
})

test('the 21st message of an hour from one address is refused with 429 and fail', async () => {
  const strict = await openShop({ env: { RATE_LIMITS: 'on' } })
  for (let index = 0; index < 20; index++) {
    const path = index % 2 ? '/send' : '/wholesale/send'
    const answer = await strict.visitor().post(path, { mailerState: index % 2 ? CONTACT : WHOLESALE })
    expect(answer.status).toBe(200)
  }
  const answer = await strict.visitor().post('/send', { mailerState: CONTACT })
  expect(answer.status).toBe(429)
  expect(answer.body).toMatchObject({ status: 'fail', message: expect.any(String) })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  await strict.close()
})

test('success means that the message is stored; a failing database is answered with 503 and fail', async () => {
  const broken = await openShop()
  await broken.db.schema.alterTable('messages').renameTo('gone').execute()
  const answer = await broken.visitor().post('/send', { mailerState: CONTACT })
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expect(answer.body).toMatchObject({ status: 'fail', message: expect.any(String) })
  const rows = await broken.db.selectFrom('outbox').select('id').execute()
  expect(rows).toEqual([])
  await broken.close()
})
