/** Gift cards at the bar: sold by staff within limits, printed, changed, blocked and replaced. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { MAIL_SETTINGS, mailboxOf } from '#test/mailbox.ts'
import { pdfText } from '#test/pdf-text.ts'
import { orderBody } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let owner: SignedInVisitor
let barista: SignedInVisitor
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  owner = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  barista = await signedIn(shop, { name: 'Bo Barista', role: 'barista' })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

async function sell(staff: Visitor, wanted: object = {}): Promise<string> {
  const { status, body, text } = await staff.post('/api/giftcards', { amount: 30, ...wanted })
  expect(status, text).toBe(201)
  return body._id
}

async function codeOf(staff: Visitor, id: string): Promise<string> {
  const { pages } = await pdfText((await staff.get(`/api/giftcards/${id}/file.pdf`)).bytes!)
  return /[A-Z2-9]{4}(-[A-Z2-9]{4}){3}/.exec(pages.flat().join('\n'))![0]
}

const balanceOf = async (code: string) => (await shop.visitor().post('/api/giftcards/balance', { code })).body

test('a card that is sold at the bar is valid at once, can be printed and mailed, and is recorded', async () => {
  const to = { name: 'Fay', email: 'fay@example.com' }
  const id = await sell(owner, { to, from: 'The bar', note: 'Enjoy' })
  const code = await codeOf(owner, id)
  expect(await balanceOf(code)).toMatchObject({ balance: 30, state: 'active' })
  const { sales } = (await owner.get('/api/desk')).body
  expect([sales.giftCards, sales.today.total]).toEqual([{ today: 30, week: 30, month: 30 }, 0])
  expect((await mailboxOf(shop).newMailsTo(to.email))[0]?.text).toContain(code)
  const found = await owner.get(`/api/giftcards?keyword=${code}`)
  expect(found.body.cards.map(({ _id }: { _id: string }) => _id)).toEqual([id])
  expect(found.text).not.toContain(code)
  const record = await owner.get('/api/record?subject=giftCard')
  expect(record.body.lines.map(({ action }: { action: string }) => action)).toEqual([
    'Printed',
    'Sold at the bar',
  ])
})

test('the name of a recipient without an address is on the card, and no mail is queued', async () => {
  const id = await sell(owner, { to: { name: 'Fay' } })
  const { body } = await owner.get(`/api/giftcards/${id}`)
  expect(body).toMatchObject({ to: { name: 'Fay', email: '' }, mailedAt: null })
  const { pages } = await pdfText((await owner.get(`/api/giftcards/${id}/file.pdf`)).bytes!)
  expect(pages.flat().join('\n')).toContain('For Fay')
  expect(
    (await owner.get('/api/giftcards?keyword=fay')).body.cards.map((card: { _id: string }) => card._id),
  ).toContain(id)
  const before = await shop.db.selectFrom('outbox').select('id').where('kind', '=', 'gift-card').execute()
  await sell(owner, { to: { name: 'Gil', email: '' } })
  expect(await shop.db.selectFrom('outbox').select('id').where('kind', '=', 'gift-card').execute()).toEqual(
    before,
  )
  const wrong = await owner.post('/api/giftcards', { amount: 30, to: { name: 'Fay', email: 'fay' } })
  expect([wrong.status, wrong.body.fields]).toEqual([400, { 'to.email': 'Enter a valid email address' }])
})

test('a barista sells up to the limits, also in two requests at once, and prints only what she sold today', async () => {
  expect((await barista.post('/api/giftcards', { amount: 600 })).status).toBe(400)
  const own = await sell(barista, { amount: 300 })
  const both = await Promise.all([1, 2].map(() => barista.post('/api/giftcards', { amount: 150 })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect((await barista.get('/api/giftcards')).body.mayStillSell).toBe(50)
  expect((await barista.get(`/api/giftcards/${own}/file.pdf`)).status).toBe(200)
  expect((await barista.get(`/api/giftcards/${await sell(owner)}/file.pdf`)).status).toBe(403)
  const packer = await signedIn(shop, { role: 'packer' })
  expect((await packer.get('/api/giftcards')).status).toBe(403)
  expect((await barista.post(`/api/giftcards/${own}/adjustments`, { amount: 5, reason: 'x' })).status).toBe(
    403,
  )
})

test('a repeated sale issues one card', async () => {
  const key = { 'idempotency-key': 'one-card' }
  const answers = await Promise.all([1, 2, 3].map(() => owner.post('/api/giftcards', { amount: 12 }, key)))
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
})

test('a balance is changed with a reason, and never goes below zero', async () => {
  const id = await sell(owner)
  const adjust = (amount: number, reason = 'Spilled coffee') =>
    owner.post(`/api/giftcards/${id}/adjustments`, { amount, reason })
  expect((await adjust(5.5)).body.balance).toBe(35.5)
  expect((await adjust(-35.51)).body.message).toBe('Only $35.50 is left on this card')
  expect((await adjust(5, '')).status).toBe(400)
  const taken = await Promise.all([1, 2, 3].map(() => adjust(-20)))
  expect(taken.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const { body } = await owner.get(`/api/giftcards/${id}`)
  expect(
    body.moves.map(({ amount }: { amount: number }) => amount).toSorted((a: number, b: number) => a - b),
  ).toEqual([-20, 5.5, 30])
})

test('a repeated change of a balance changes it once', async () => {
  const id = await sell(owner)
  const key = { 'idempotency-key': 'one-change' }
  const body = { amount: 5, reason: 'Spilled coffee' }
  const adjust = () => owner.post(`/api/giftcards/${id}/adjustments`, body, key)
  const both = await Promise.all([adjust(), adjust()])
  expect([...both, await adjust()].map(({ status, body: card }) => [status, card.balance])).toEqual(
    Array.from({ length: 3 }, () => [200, 35]),
  )
  const other = await owner.post(`/api/giftcards/${id}/adjustments`, { ...body, amount: 6 }, key)
  expect([other.status, other.body.message]).toEqual([
    422,
    'This Idempotency-Key was used for another adjustment',
  ])
})

test('a lost card is replaced once: its balance moves, and money that an order held comes to the new card', async () => {
  const id = await sell(owner)
  const code = await codeOf(owner, id)
  const buyer = await signedIn(shop)
  const body = {
    ...(await orderBody(buyer, [{ _id: await shop.sell({ priceCents: 9000 }), qty: 1 }])),
    giftCards: [code],
  }
  const { body: order } = await buyer.post('/api/orders', body)
  const replaced = await Promise.all(
    [1, 2].map(() => owner.post(`/api/giftcards/${id}/replacement`, { reason: 'Lost' })),
  )
  expect(replaced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect((await balanceOf(code)).state).toBe('disabled')
  const next = replaced.find(({ status }) => status === 201)!.body._id
  expect((await owner.get(`/api/giftcards/${next}`)).body.balance).toBe(0)
  await buyer.delete(`/api/orders/${order._id}`)
  expect(await balanceOf(await codeOf(owner, next))).toMatchObject({ balance: 30, state: 'active' })
  expect((await owner.get(`/api/giftcards/${id}/file.pdf`)).status).toBe(409)
})

test('a blocked card cannot pay, and its balance stays owed', async () => {
  const id = await sell(owner)
  const code = await codeOf(owner, id)
  expect((await owner.post(`/api/giftcards/${id}/disabling`, { reason: 'Stolen' })).body).toMatchObject({
    state: 'disabled',
    balance: 30,
  })
  const buyer = await signedIn(shop)
  const body = { ...(await orderBody(buyer, [{ _id: await shop.sell(), qty: 1 }])), giftCards: [code] }
  expect((await buyer.post('/api/orders', body)).body.code).toBe('gift-card')
  const next = await owner.post(`/api/giftcards/${id}/replacement`, { reason: 'Found out who' })
  expect(next.body).toMatchObject({ state: 'active', balance: 30 })
})

test('after a restore without the key, cards stay valid, and printing and mailing are refused with the advice to replace the card', async () => {
  const id = await sell(owner, { to: { name: 'Gia', email: 'gia@example.com' } })
  const code = await codeOf(owner, id)
  await shop.db
    .updateTable('gift_cards')
    .set({ sealed_code: 'c2VhbGVkIHdpdGggYW5vdGhlciBrZXksIGxvbmcgZW5vdWdo' })
    .where('id', '=', id)
    .execute()
  expect((await balanceOf(code)).balance).toBe(30)
  expect((await owner.get(`/api/giftcards/${id}`)).body.canPrint).toBe(false)
  expect((await owner.get(`/api/giftcards/${id}/file.pdf`)).body.message).toMatch(/Replace the card/)
  const mailed = await owner.post(`/api/giftcards/${id}/mail`)
  expect([mailed.status, mailed.body.message]).toEqual([409, expect.stringMatching(/Replace the card/)])
})
