import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DiscountCode } from '#shared/checkout/api/discounts.ts'
import { expireOrders } from '../orders/close.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { HOUR } from '#server/kernel/time/clock.ts'
import { guestOf } from '#test/guests.ts'
import { violations } from '#test/invariants.ts'
import { BALTIMORE, orderBody, pay } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import type { Answer, Visitor } from '#test/visitor.ts'
import { codeOf, orderWith } from './discounts.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let beans: string
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
  beans = await shop.sell({ name: 'Guji', priceCents: 1850, stock: 900 })
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const order: (buyer: Visitor, code: string) => Promise<Answer> = (buyer, code) =>
  orderWith(buyer, code, [{ _id: beans, qty: 1 }])
const stranger = () => guestOf(shop)

async function usedOf(code: DiscountCode): Promise<number> {
  return (await admin.get(`/api/discounts/${code._id}`)).body.used
}

/** The idle time after which the session of an admin ends. */
async function anHourLater(): Promise<void> {
  shop.clock.advance(HOUR)
  admin = await signedIn(shop, { isAdmin: true })
}

describe('the uses of a code', () => {
  test('are released once if the order is canceled or expires, and stay used after a refund', async () => {
    const code = await codeOf(admin, { code: 'ONEUSE', total: 1 })
    const guest = stranger()
    const canceled = await order(guest, 'ONEUSE')
    expect((await order(stranger(), 'ONEUSE')).body).toMatchObject({ message: 'This code is used up' })
    await Promise.all([1, 2, 3].map(() => guest.delete(`/api/orders/${canceled.body._id}`)))
    expect(await usedOf(code)).toBe(0)
    const expired = await order(stranger(), 'ONEUSE')
    expect([expired.status, await usedOf(code)]).toEqual([201, 1])
    await anHourLater()
    await expireOrders(shop.shop)
    await expireOrders(shop.shop)
    expect(await usedOf(code)).toBe(0)
    const buyer = await signedIn(shop)
    const paid = await order(buyer, 'ONEUSE')
    await pay(shop, buyer, paid.body._id)
    expect((await admin.post(`/api/orders/${paid.body._id}/refund`, {})).body.state).toBe('refunded')
    expect(await usedOf(code)).toBe(1)
    expect((await order(stranger(), 'ONEUSE')).body).toMatchObject({ message: 'This code is used up' })
    const csv = (await admin.get(`/api/discounts/${code._id}/uses.csv`)).text
    expect(csv.match(/,cancelled,no,|,expired,no,|,refunded,yes,/g)).toHaveLength(3)
  })

  test('never exceed the total when twenty buyers race for the last one', async () => {
    for (let round = 0; round < 3; round++) {
      const code = await codeOf(admin, { total: 1 })
      const guests = Array.from({ length: 20 }, () => stranger())
      const bodies = await Promise.all(
        guests.map((each) => orderBody(each, [{ _id: beans, qty: 1 }], BALTIMORE)),
      )
      const answers = await Promise.all(
        guests.map((each, index) => each.post('/api/orders', { ...bodies[index], discountCode: code.code })),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      for (const { status, body } of answers)
        if (status !== 201) expect(body).toMatchObject({ code: 'discount', message: 'This code is used up' })
      expect(await usedOf(code)).toBe(1)
    }
  })

  test('never exceed the limit per person when one buyer orders many times at once', async () => {
    const code = await codeOf(admin, { perPerson: 2 })
    const buyer = await signedIn(shop)
    const body = { ...(await orderBody(buyer, [{ _id: beans, qty: 1 }])), discountCode: code.code }
    const answers = await Promise.all(Array.from({ length: 8 }, () => buyer.post('/api/orders', body)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await usedOf(code)).toBe(2)
  })
})

describe('the owner', () => {
  test('cannot save a code twice, without a value, or with days in the wrong order', async () => {
    await codeOf(admin, { code: 'TWICE' })
    const sent = { kind: 'Percentage', percent: 10, code: 'Twice' }
    expect((await admin.post('/api/discounts', sent)).body.fields).toEqual({
      code: 'There is this code already',
    })
    const post = async (body: object) =>
      (await admin.post('/api/discounts', { ...sent, ...body })).body.fields
    expect(await post({ code: 'X' })).toHaveProperty('code')
    expect(await post({ code: 'NEW1', percent: 0 })).toHaveProperty('percent')
    expect(await post({ code: 'NEW1', kind: 'Amount' })).toHaveProperty('amount')
    expect(await post({ code: 'NEW1', startsOn: '2026-12-02', endsOn: '2026-12-01' })).toHaveProperty(
      'endsOn',
    )
    expect(await post({ code: 'NEW1', total: 0 })).toHaveProperty('total')
  })

  test('changes a code while it is used: placed orders keep their discount, and the change log shows the change', async () => {
    const code = await codeOf(admin, { code: 'CHANGES' })
    const placedOrder = await order(stranger(), 'CHANGES')
    const { status, body } = await admin.put(`/api/discounts/${code._id}`, { ...code, percent: 20 })
    expect([status, body.percent, body.version, body.used]).toEqual([200, 20, 2, 1])
    expect((await admin.put(`/api/discounts/${code._id}`, { ...code, percent: 30 })).status).toBe(409)
    expect(placedOrder.body.discount).toBe(1.85)
    expect((await order(stranger(), 'CHANGES')).body.discount).toBe(3.7)
    const { lines } = (await admin.get('/api/record?subject=discount')).body
    expect(lines[0]).toMatchObject({
      subjectName: 'CHANGES',
      changes: [{ field: 'Percent', before: '10', after: '20' }],
    })
  })

  test('deletes a code without uses, and switches off one that was used', async () => {
    const unused = await codeOf(admin)
    expect((await admin.delete(`/api/discounts/${unused._id}`)).status).toBe(200)
    expect((await admin.get(`/api/discounts/${unused._id}`)).status).toBe(404)
    const used = await codeOf(admin, { code: 'WASUSED' })
    await order(stranger(), 'WASUSED')
    const refused = await admin.delete(`/api/discounts/${used._id}`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Orders have used WASUSED. Switch it off instead, so that its uses stay in the list',
    ])
  })

  test('does not delete a code whose first use is stored at the same time', async () => {
    const [code, other] = [await codeOf(admin), await codeOf(admin)]
    const { body } = await order(stranger(), other.code)
    const { deleting } = await transact(shop.db, async (tx) => {
      // The first code gets the use of the other one.
      const codes = tx.updateTable('discount_codes')
      await codes.set({ used: 1 }).where('id', '=', code._id).execute()
      await codes.set({ used: 0 }).where('id', '=', other._id).execute()
      const use = tx.updateTable('discount_uses').where('order_id', '=', body._id)
      await use.set({ code_id: code._id }).execute()
      const request = admin.delete(`/api/discounts/${code._id}`)
      // Long enough for the request to reach the code, which this transaction has locked.
      await setTimeout(200)
      return { deleting: request }
    })
    expect((await deleting).body.message).toMatch(`Orders have used ${code.code}. `)
  })
})
