// On SQLite only: texts of mails, the same code on both databases.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecallTrace } from '#shared/mail/api/recall.ts'
import { MAIL_SETTINGS, mailboxOf } from '#test/mailbox.ts'
import { greenLot } from '#test/roastery/green.ts'
import { shippedOrder } from './recall.testing.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let admin: Visitor
let buyers: SignedInVisitor[]
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  admin = await shop.admin()
  buyers = await Promise.all(Array.from({ length: 6 }, () => signedIn(shop)))
})
afterAll(() => shop.close())

const traceOf = async (id: string): Promise<RecallTrace> => {
  const first = await admin.get(`/api/recall/${id}`)
  expect(first.status).toBe(200)
  const trace = first.body as RecallTrace
  for (let page = 2; page <= trace.pages; page++)
    trace.orders.push(...(await admin.get(`/api/recall/${id}?pageNumber=${page}`)).body.orders)
  return trace
}

const MAIL = { subject: 'Recall of Guji', text: 'Dear {name},\n\n{coffees}\n\nIt smells of diesel. {shop}' }
const mailPath = (id: string) => `/api/recall/${id}/mail`

test('the prepared mail goes once to each buyer, and lists the coffee that the buyer got', async () => {
  const { green, lot, order, id } = await shippedOrder(shop, admin, buyers[0]!)
  await order(buyers[0]!)
  await order(buyers[1]!)
  await order(buyers[2]!, false)
  const { body: prepared } = await admin.get(mailPath(green))
  expect(prepared).toMatchObject({ count: 2, here: 1, recipients: [{ bags: expect.any(Number) }, {}] })
  expect(prepared.subject).toContain('Guji Highlands')
  const mailbox = mailboxOf(shop)
  await mailbox.newMails()
  const unfinished = await admin.post(mailPath(green), {
    subject: prepared.subject,
    text: prepared.text,
    recipients: 2,
  })
  expect([unfinished.status, unfinished.body.message]).toEqual([
    400,
    'Write what is wrong with the coffee before you send the mail',
  ])
  const preview = await admin.post(`${mailPath(green)}/preview`, MAIL)
  expect(preview.body).toMatchObject({ sent: 0, text: expect.stringContaining(`lot ${lot.code}`) })
  const { body } = await admin.post(mailPath(green), { ...MAIL, recipients: 2 })
  expect(body).toEqual({ sent: 2, message: 'The mail to 2 buyers is queued' })
  const mails = (await mailbox.newMails()).filter(({ subject }) => subject === MAIL.subject)
  expect(mails).toHaveLength(2)
  const { email } = (await traceOf(id)).orders[0]!
  const own = mails.find(({ to }) => to?.[0]?.address === email)!
  expect(own.text).toContain('It smells of diesel.')
  expect(own.text?.match(new RegExp(`2 × Guji Highlands, .*lot ${lot.code}`, 'g'))).toHaveLength(2)
  expect((await admin.post(`${mailPath(green)}/preview`, MAIL)).body.sent).toBe(2)
  const { body: shown } = await admin.get(`/api/orders/${id}`)
  expect(shown.history.map(({ event }: { event: string }) => event)).toContain(
    `Recall mail queued: ${MAIL.subject}`,
  )
  const { body: record } = await admin.get(`/api/record?subject=green&subjectId=${green}`)
  expect(record.lines.map(({ action }: { action: string }) => action)).toEqual(['Recall: Mail to 2 buyers'])
})

test('twenty calls at the same time send the mail once', async () => {
  const { lot, order } = await shippedOrder(shop, admin, buyers[0]!)
  await order(buyers[3]!)
  const body = { ...MAIL, recipients: 2 }
  const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post(mailPath(lot.id), body)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(answers.reduce((sum, answer) => sum + answer.body.sent, 0)).toBe(2)
  const queued = await shop.db
    .selectFrom('outbox')
    .select('id')
    .where('dedupe_key', 'like', `recall:${lot.id}:%`)
    .execute()
  expect(queued).toHaveLength(2)
  const { body: record } = await admin.get(`/api/record?subject=coffeeLot&subjectId=${lot.id}`)
  expect(record.lines).toHaveLength(1)
})

test('a buyer who is added later gets the same mail, and the other buyers do not get it again', async () => {
  const { green, order } = await shippedOrder(shop, admin, buyers[0]!)
  await admin.post(mailPath(green), { ...MAIL, recipients: 1 })
  await order(buyers[4]!)
  const changed = await admin.post(mailPath(green), { ...MAIL, recipients: 1 })
  expect([changed.status, changed.body.message]).toEqual([
    409,
    'There are 2 recipients now. Check the list, and send the mail again',
  ])
  expect((await admin.post(mailPath(green), { ...MAIL, recipients: 2 })).body).toEqual({
    sent: 1,
    message: 'The mail to 1 buyer is queued. 1 buyer got this email before',
  })
})

test('the recall mail of a gift goes to its buyer, and the list names the recipient of the gift', async () => {
  const { green, id } = await shippedOrder(shop, admin, buyers[0]!)
  await shop.db
    .updateTable('orders')
    .set({ recipient: 'Sam Rivera', gift_note: '' })
    .where('id', '=', id)
    .execute()
  const { orders } = await traceOf(green)
  const { body: prepared } = await admin.get(mailPath(green))
  expect(orders).toMatchObject([{ recipient: 'Sam Rivera', email: prepared.recipients[0].email }])
  expect(prepared.recipients[0].name).not.toBe('Sam Rivera')
})

async function refusal(id: string, mail: object): Promise<unknown[]> {
  const { status, body } = await admin.post(mailPath(id), { ...MAIL, recipients: 1, ...mail })
  return [status, body.message]
}

test('an invalid text, an unknown lot and coffee that has not been shipped are refused with a reason', async () => {
  const { green, lot } = await shippedOrder(shop, admin, buyers[0]!)
  expect(await refusal(green, { text: 'Dear {nmae}, {coffees}' })).toEqual([
    400,
    'There is no placeholder {nmae} here. You can use {name}, {coffees}, {shop}, {email}, {phone}',
  ])
  expect(await refusal(green, { text: 'Dear {name}' })).toEqual([
    400,
    'The text must name the coffee: write {coffees} where it belongs',
  ])
  expect(await refusal('unknown', {})).toEqual([404, 'Place not found'])
  const unused = await greenLot(shop)
  expect(await refusal(unused, {})).toEqual([409, 'No bag of this coffee has been shipped or handed over'])
  expect((await traceOf(unused)).totals.orders).toBe(0)
  for (const role of ['packer', 'barista'] as const)
    expect((await (await shop.staff(role)).get(`/api/recall/${lot.id}`)).status).toBe(403)
})
