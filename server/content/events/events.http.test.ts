/** Events: the public list, the form, sign-ups, the waiting list and their mails. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindOfEvents, sweepSignups } from './remind.ts'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { localTime } from '#server/kernel/time/shop-days.ts'
import { violations } from '#test/invariants.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'

let shop: TestShop
let admin: SignedInVisitor
let mailbox: Mailbox
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
  mailbox = mailboxOf(shop)
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

/** Advances the clock. This ends the session of the admin, so the admin signs in again. */
async function pass(milliseconds: number): Promise<void> {
  shop.clock.advance(milliseconds)
  admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
}

const inDays = (days: number, hours = 0) => localTime(shop.clock, days * DAY + hours * HOUR)

const edit = (fields: object = {}) => ({
  title: 'Cupping, for beginners',
  starts: inDays(5),
  ends: inDays(5, 2),
  seats: 2,
  text: 'Five coffees; spoons are here.',
  ...fields,
})

async function open(fields: object = {}): Promise<string> {
  const { status, body, text } = await admin.post('/api/events', edit(fields))
  expect(status, text).toBe(201)
  return body._id
}

const signUp = (id: string, name: string, fields: object = {}) =>
  shop.visitor().post(`/api/events/${id}/signups`, { name, email: `${name}@example.com`, ...fields })

const peopleOf = async (id: string) => (await admin.get(`/api/events/${id}/people`)).body.people
const statesOf = async (id: string) =>
  (await peopleOf(id)).map(({ name, state }: Record<string, string>) => `${name} ${state}`)
const leftOf = async (id: string) => (await shop.visitor().get(`/api/events/${id}`)).body.left
const formOf = async (id: string) => (await admin.get(`/api/events/${id}/form`)).body

/** The request body that cancels a sign-up, from the link in an email. */
function linkIn(text = '') {
  const [, signup, link] = /\/cancel#([^.\s]+)\.(\S+)/.exec(text) ?? []
  return { signup, link }
}

test('a published event is listed until it ends, with its free seats', async () => {
  const id = await open({ price: 12.5, place: 'The roastery' })
  const hidden = await open({ isDraft: true })
  const { body: one } = await shop.visitor().get(`/api/events/${id}`)
  expect(one).toMatchObject({ left: 2, state: 'open', price: 12.5, place: 'The roastery' })
  expect(one.startsAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00-0[45]:00$/)
  expect(Date.parse(one.until)).toBe(Date.parse(one.startsAt))
  const listed = async () =>
    (await shop.visitor().get('/api/events')).body.events.map(({ _id }: { _id: string }) => _id)
  expect(await listed()).toContain(id)
  expect(await listed()).not.toContain(hidden)
  expect((await shop.visitor().get(`/api/events/${hidden}`)).status).toBe(404)
  expect((await signUp(hidden, 'eve')).status).toBe(404)
  await pass(5 * DAY + HOUR)
  expect(await listed()).toContain(id)
  const late = await signUp(id, 'late')
  expect([late.status, late.body.message]).toEqual([409, 'This event has begun already'])
  await pass(2 * HOUR)
  expect(await listed()).not.toContain(id)
  expect((await shop.visitor().get(`/api/events/${id}`)).body.state).toBe('over')
  const { body: past } = await admin.get('/api/events/all?when=past')
  expect(past.events.map(({ _id }: { _id: string }) => _id)).toContain(id)
})

test('times that do not fit together, and fewer seats than are taken, are refused with the field', async () => {
  const same = await admin.post('/api/events', edit({ ends: inDays(5) }))
  expect([same.status, same.body.fields]).toEqual([400, { ends: 'The event must end after it starts' }])
  const skipped = await admin.post(
    '/api/events',
    edit({ starts: '2099-03-08T02:30', ends: '2099-03-08T05:00' }),
  )
  expect(skipped.body.fields.starts).toMatch(/skip this time/)
  const id = await open()
  await signUp(id, 'ann', { seats: 2 })
  const fewer = await admin.put(`/api/events/${id}`, edit({ seats: 1 }))
  expect([fewer.status, fewer.body.fields]).toEqual([
    400,
    { seats: '2 seats are taken. Remove people first' },
  ])
  const hidden = await admin.put(`/api/events/${id}`, edit({ isDraft: true }))
  expect(hidden.body.fields.isDraft).toMatch(/Cancel the event instead/)
  const removed = await admin.delete(`/api/events/${id}`)
  expect([removed.status, removed.body.message]).toEqual([
    409,
    expect.stringMatching(/^People have signed up/),
  ])
  expect((await admin.put(`/api/events/${id}`, edit({ version: 0 }))).status).toBe(409)
  await mailbox.newMails()
})

test('a text with carriage returns or control characters adds no line of the calendar file', async () => {
  const text = 'One\rATTENDEE:mailto:x@example.com\r\nTwo\nThree\u0007\u0085 Four'
  const id = await open()
  // Rows of earlier versions may contain any character.
  await shop.db
    .updateTable('events')
    .set({ title: 'A\rSUMMARY:B', description: text })
    .where('id', '=', id)
    .execute()
  const file = (await shop.visitor().get(`/api/events/${id}/calendar`)).text
  const lines = file.replaceAll('\r\n ', '').split('\r\n')
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}]/u)
  expect(lines).toContain('SUMMARY:A\\nSUMMARY:B')
  expect(lines).toContain('DESCRIPTION:One\\nATTENDEE:mailto:x@example.com\\nTwo\\nThree Four')
  expect(lines.filter((line) => /^(ATTENDEE|SUMMARY)/.test(line))).toHaveLength(1)
})

test('a sign-up is mailed with time, place, a calendar file and a link that cancels it', async () => {
  const id = await open({ seats: 3 })
  expect((await signUp(id, 'ann', { seats: 2 })).body).toEqual({ status: 'success' })
  expect(await leftOf(id)).toBe(1)
  const [mail, ...more] = await mailbox.newMailsTo('ann@example.com')
  expect(more).toEqual([])
  expect(mail!.subject).toBe('Your sign-up: Cupping, for beginners')
  expect(mail!.text).toContain('2 seats for “Cupping, for beginners” are kept for you')
  expect(mail!.text).toContain('Frame Roasters, 145 Church Street NW')
  const [file] = mail!.attachments
  expect(file).toMatchObject({ mimeType: 'text/calendar', filename: 'event.ics' })
  const calendar = new TextDecoder().decode(file!.content as ArrayBuffer)
  expect(calendar.replaceAll(/\r?\n /g, '')).toContain('SUMMARY:Cupping\\, for beginners\n')
  expect((await shop.visitor().get(`/api/events/${id}/calendar`)).text).toContain(
    `UID:${id}@frame.example\r\n`,
  )
  const stored = await shop.db.selectFrom('outbox').select('body_text').execute()
  expect(JSON.stringify(stored)).not.toContain(linkIn(mail!.text).link)
  const left = await shop.visitor().post('/api/events/leave', linkIn(mail!.text))
  expect([left.status, left.body.message]).toEqual([
    200,
    'Your sign-up for Cupping, for beginners is canceled',
  ])
  expect((await shop.visitor().post('/api/events/leave', linkIn(mail!.text))).status).toBe(200)
  expect(await leftOf(id)).toBe(3)
  expect((await mailbox.newMailsTo('ann@example.com')).map(({ subject }) => subject)).toEqual([
    'Your sign-up is canceled: Cupping, for beginners',
  ])
  const forged = { ...linkIn(mail!.text), link: `zzzzzz.${'A'.repeat(43)}` }
  expect((await shop.visitor().post('/api/events/leave', forged)).body.code).toBe('link')
  expect((await signUp(id, 'ann')).body.status).toBe('success')
  expect(await statesOf(id)).toEqual(['ann seated', 'ann cancelled'])
  await mailbox.newMails()
})

test('the same address has one sign-up, and the response does not say whether it had signed up', async () => {
  const id = await open()
  await signUp(id, 'ann')
  expect((await signUp(id, 'other', { email: 'ANN@example.com ', seats: 1 })).body).toEqual({
    status: 'success',
  })
  await signUp(id, 'ben')
  const again = await signUp(id, 'ann')
  expect(again.body).toEqual((await signUp(id, 'new')).body)
  expect(await statesOf(id)).toEqual(['ann seated', 'ben seated', 'new waiting'])
  expect(await mailbox.newMailsTo('ann@example.com')).toHaveLength(3)
})

test('freed and added seats go to the first sign-up on the waiting list that needs no more than the free seats', async () => {
  const id = await open()
  await signUp(id, 'ann')
  await signUp(id, 'ben')
  expect((await signUp(id, 'cat', { seats: 2 })).body).toEqual({ status: 'waiting' })
  await signUp(id, 'dan')
  const [annsMail] = await mailbox.newMailsTo('ann@example.com')
  await shop.visitor().post('/api/events/leave', linkIn(annsMail!.text))
  expect(await statesOf(id)).toEqual(['ben seated', 'dan seated', 'cat waiting', 'ann cancelled'])
  const subjects = (await mailbox.newMails()).map(({ to, subject }) => `${to![0]!.address} ${subject}`)
  expect(subjects).toContain('dan@example.com You have a seat: Cupping, for beginners')
  // The times of `edit` follow the clock. A minute later they would be new times, about which people get a mail.
  const { version, starts, ends } = await formOf(id)
  await admin.put(`/api/events/${id}`, edit({ seats: 4, version, starts, ends }))
  expect(await statesOf(id)).toEqual(['ben seated', 'cat seated', 'dan seated', 'ann cancelled'])
  expect((await mailbox.newMailsTo('cat@example.com'))[0]!.subject).toMatch(/^You have a seat/)
})

test('people are told about a new time, reminded the day before, and told if the event is canceled', async () => {
  const id = await open()
  await signUp(id, 'ann')
  await mailbox.newMails()
  const times = { starts: inDays(6), ends: inDays(6, 3) }
  await admin.put(`/api/events/${id}`, edit({ ...times, text: 'New text' }))
  expect((await mailbox.newMailsTo('ann@example.com'))[0]!.subject).toMatch(/^New time or place/)
  await remindOfEvents(shop.shop)
  expect(await mailbox.newMails()).toEqual([])
  await pass(5 * DAY)
  await signUp(id, 'late')
  await mailbox.newMails()
  await Promise.all([remindOfEvents(shop.shop), remindOfEvents(shop.shop)])
  expect((await mailbox.newMails()).map(({ to }) => to![0]!.address)).toEqual(['ann@example.com'])
  expect((await admin.post(`/api/events/${id}/cancel`)).body.cancelledAt).not.toBe(null)
  expect((await admin.post(`/api/events/${id}/cancel`)).status).toBe(200)
  const told = (await mailbox.newMails()).map(({ to, subject }) => `${to![0]!.address} ${subject}`)
  expect(told.toSorted()).toEqual([
    'ann@example.com Canceled: Cupping, for beginners',
    'late@example.com Canceled: Cupping, for beginners',
  ])
  expect((await signUp(id, 'eve')).body.message).toBe('This event is canceled')
  expect((await shop.visitor().get(`/api/events/${id}`)).body.state).toBe('cancelled')
  expect((await admin.put(`/api/events/${id}`, edit(times))).status).toBe(400)
})

test('an admin adds and removes people by hand, seats them and exports them', async () => {
  const id = await open()
  const add = (body: object, headers = {}) => admin.post(`/api/events/${id}/people`, body, headers)
  const key = { 'idempotency-key': 'walk-in' }
  const walkIns = await Promise.all([1, 2].map(() => add({ name: 'Walk-in', email: '', seats: 2 }, key)))
  expect(walkIns.map(({ status, body: { people } }) => [status, people.length])).toEqual([
    [200, 1],
    [200, 1],
  ])
  const { body } = await add({ name: '=Ben', email: 'ben@example.com' })
  const [walkIn, ben] = body.people
  expect([walkIn.state, ben.state]).toEqual(['seated', 'waiting'])
  expect((await add({ name: 'Ben', email: 'ben@example.com' })).status).toBe(409)
  const full = await admin.post(`/api/events/${id}/people/${ben._id}/seat`)
  expect([full.status, full.body.message]).toEqual([409, 'Only 0 of 2 seats are free'])
  await admin.delete(`/api/events/${id}/people/${walkIn._id}`)
  expect(await statesOf(id)).toEqual(['=Ben seated', 'Walk-in cancelled'])
  const csv = await admin.get(`/api/events/${id}/people/export`)
  expect(csv.text).toContain("'=Ben,ben@example.com,1,seated,")
  const { lines } = (await admin.get(`/api/record?subject=event&subjectId=${id}`)).body
  expect(lines.map(({ action }: { action: string }) => action)).toContain('Removed Walk-in')
  await mailbox.newMails()
})

test('the form works without JavaScript, and a bot that fills in the hidden field stores nothing', async () => {
  const id = await open()
  const send = (fields: Record<string, string>) =>
    shop.visitor().post(`/api/events/${id}/signups`, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    })
  const person = { name: 'Ann', email: 'ann@example.com', seats: '2', homepage: '' }
  const sent = await send(person)
  expect([sent.status, sent.headers['location']]).toEqual([303, `/events/${id}?sent=success#sign-up`])
  const waiting = await send({ ...person, email: 'ben@example.com' })
  expect(waiting.headers['location']).toBe(`/events/${id}?sent=waiting#sign-up`)
  const wrong = await send({ ...person, email: 'nobody' })
  expect(wrong.headers['location']).toBe(`/events/${id}?sent=fail&field=email#sign-up`)
  const changed = await changedBy(shop.db, () => send({ ...person, homepage: 'http://spam.example' }))
  expect(changed).toEqual([])
})

test('names and addresses are deleted ninety days after the event, and the counts stay', async () => {
  const id = await open()
  await signUp(id, 'ann')
  await mailbox.newMails()
  await pass(97 * DAY)
  await sweepSignups(shop.shop)
  expect(await peopleOf(id)).toMatchObject([{ name: '', email: '', seats: 1, state: 'seated' }])
  expect((await formOf(id)).taken).toBe(1)
  expect((await admin.delete(`/api/events/${id}`)).status).toBe(200)
})
