/** Retries with an Idempotency-Key across an update of the shop, and what counts as the same request. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bought, orderBody } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import type { Answer } from '#test/visitor.ts'

let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
let bean: string
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
  buyer = await signedIn(shop)
  bean = await shop.sell({ stock: 500 })
})
afterAll(() => shop.close())

type Send = (body: object, key: string) => Promise<Answer>
type Case = { send: Send; body: Record<string, unknown>; other: object; done: (answer: Answer) => unknown }

const idOf = ({ body }: Answer) => body._id as string

const CASES: Record<string, () => Promise<Case>> = {
  'an order': async () => ({
    send: (body, key) => buyer.post('/api/orders', body, { 'idempotency-key': key }),
    body: await orderBody(buyer, [{ _id: bean, qty: 2 }]),
    other: await orderBody(buyer, [{ _id: bean, qty: 3 }]),
    done: idOf,
  }),
  'an order of a gift card': async () => ({
    send: (body, key) => buyer.post('/api/giftcards/orders', body, { 'idempotency-key': key }),
    body: { amount: 50 },
    other: { amount: 60 },
    done: idOf,
  }),
  'a gift card sold at the bar': async () => ({
    send: (body, key) => admin.post('/api/giftcards', body, { 'idempotency-key': key }),
    body: { amount: 25, note: 'Enjoy' },
    other: { amount: 30, note: 'Enjoy' },
    done: idOf,
  }),
  'a refund': async () => {
    const { id } = await bought(shop, buyer, [{ _id: bean, qty: 2 }])
    return {
      send: (body, key) => admin.post(`/api/orders/${id}/refund`, body, { 'idempotency-key': key }),
      body: { amount: 5, reason: 'Late' },
      other: { amount: 6, reason: 'Late' },
      done: ({ body }) => body.refunds.length as number,
    }
  },
}

describe.each(Object.entries(CASES))('%s', (name, prepare) => {
  const key = `key-${name.replaceAll(' ', '-')}`

  test('that was sent before an update is the same afterwards, although the shop reads its body differently', async () => {
    const { send, body, done } = await prepare()
    const first = await send(body, `${key}-old`)
    expect(first.status).toBeLessThan(300)
    // Earlier versions stored a hash of the body after they had read it: here without the fields of this version.
    const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
    await shop.db
      .updateTable('idempotency_keys')
      .set({ body_hash: hash })
      .where('key', '=', `${key}-old`)
      .execute()
    const again = await send(body, `${key}-old`)
    expect([again.status, done(again)]).toEqual([first.status, done(first)])
  })

  test('is the same with its fields in another order, and another one with other values', async () => {
    const { send, body, other, done } = await prepare()
    const first = await send(body, key)
    const turned = Object.fromEntries(Object.entries(body).toReversed())
    expect(done(await send(turned, key))).toEqual(done(first))
    const refused = await send(other, key)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringMatching(/^This Idempotency-Key was used for another /),
    ])
  })
})

test('the hash covers what was sent, and not what the shop makes of it', async () => {
  const key = 'key-of-sent-body'
  await admin.post('/api/giftcards', { amount: 25 }, { 'idempotency-key': key })
  const { body_hash: stored } = await shop.db
    .selectFrom('idempotency_keys')
    .select('body_hash')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  const sent = createHash('sha256')
    .update(JSON.stringify(['/api/giftcards', { amount: 25 }]))
    .digest('base64url')
  expect(stored).toBe(`sent:${sent}`)
})

test('a body that is nested thousands of levels deep is refused, and only where the key counts', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const headers = { 'idempotency-key': 'deep' }
  const { status, body } = await buyer.post('/api/giftcards/orders', `{"amount":50,"more":${deep}}`, {
    'content-type': 'application/json',
    ...headers,
  })
  expect([status, body.message]).toEqual([400, 'The body is nested too deeply'])
  const signIn = `{"email":"nobody@example.com","password":"wrong password","more":${deep}}`
  const answer = await shop
    .visitor()
    .post('/api/users/auth', signIn, { 'content-type': 'application/json', ...headers })
  expect(answer.status).toBe(401)
})
