/** Races about stock: the last bag, carts in different order, repeated orders, an edit during sales. */
import { randomUUID } from 'node:crypto'
import { orderBody } from '../../purchase.ts'
import { signedIn } from '../../signed-in.ts'
import type { Answer } from '../../visitor.ts'
import {
  reuseBuyers,
  expectSame,
  orderAtOnce,
  ordersOf,
  statuses,
  stockOf,
  unexpectedAnswers,
  parallel,
  type Race,
} from './race.ts'

const isOutOfStock = ({ status, body }: Answer, productId: string) =>
  status === 409 &&
  body.code === 'stock' &&
  body.productId === productId &&
  /(is out of stock|left in stock)$/.test(body.message)

export const lastBag: Race = {
  name: 'last bag',
  testName: 'of sixty buyers of the last bag, one gets it and 59 are told that it is out of stock',
  async run(track) {
    const bag = await track.sell({ stock: 1 })
    const answers = await orderAtOnce(track, 60, () => [{ _id: bag, qty: 1 }])
    return [
      ...expectSame('Responses', statuses(answers), { 201: 1, 409: 59 }),
      ...unexpectedAnswers(
        'Refusals',
        answers,
        (answer) => answer.status === 201 || answer.body.message === 'Test Beans is out of stock',
      ),
      ...expectSame('Stock left', await stockOf(track, bag), 0),
      ...expectSame('Orders of the bag', await ordersOf(track, bag), 1),
    ]
  },
}

export const lastBagOfSize: Race = {
  name: 'last bag of a size',
  testName:
    'of sixty buyers of the last bag of a size, whole bean or ground, one gets it, and the other size keeps its stock',
  async run(track) {
    const bag = await track.sell({ stock: 30, sizes: [{ priceCents: 4000, stock: 1, sizeGrams: 907 }] })
    const sizeId = `${bag}-1`
    const itemsOf = (index: number) => [
      { _id: bag, sizeId, grind: index % 2 ? 'Espresso' : 'Whole bean', qty: 1 },
    ]
    const answers = await orderAtOnce(track, 60, itemsOf)
    return [
      ...expectSame('Responses', statuses(answers), { 201: 1, 409: 59 }),
      ...unexpectedAnswers(
        'Refusals',
        answers,
        (answer) => answer.status === 201 || answer.body.message === 'Test Beans, 2 lb is out of stock',
      ),
      ...expectSame('Stock left', [await stockOf(track, bag), await stockOf(track, sizeId)], [30, 0]),
      ...expectSame('Orders of the bag', await ordersOf(track, bag), 1),
    ]
  },
}

export const crossedCarts: Race = {
  name: 'crossed carts',
  testName:
    'each of fifty carts with the same two products in a different order gets both or neither, without a deadlock',
  async run(track) {
    const [one, other] = [await track.sell({ stock: 30 }), await track.sell({ stock: 20 })]
    const itemsOf = (index: number) =>
      (index % 2 ? [one, other] : [other, one]).map((_id) => ({ _id, qty: 1 }))
    const before = track.delayed.collisions.length
    const answers = await orderAtOnce(track, 50, itemsOf)
    return [
      ...expectSame('Responses', statuses(answers), { 201: 20, 409: 30 }),
      ...unexpectedAnswers(
        'Refusals',
        answers,
        (answer) => answer.status === 201 || isOutOfStock(answer, other),
      ),
      ...expectSame('Stock left', [await stockOf(track, one), await stockOf(track, other)], [10, 0]),
      ...track.delayed.collisions.slice(before).map((message) => `Transactions collided: ${message}`),
    ]
  },
}

export const sameKey: Race = {
  name: 'same key',
  testName: 'fifty requests with one Idempotency-Key create one order and get the same response',
  run: (track) => sendFifty(track, 5),
}

export const sameKeyLastBag: Race = {
  name: 'same key, last bag',
  testName:
    'fifty requests with one key for the last bag create one order, and none is refused as out of stock',
  run: (track) => sendFifty(track, 1),
}

async function sendFifty(track: Parameters<Race['run']>[0], stock: number): Promise<string[]> {
  const bag = await track.sell({ stock })
  const buyer = await signedIn(track)
  const body = await orderBody(buyer, [{ _id: bag, qty: 1 }])
  const other = await orderBody(buyer, [{ _id: bag, qty: 2 }])
  const key = { 'idempotency-key': randomUUID() }
  const answers = await parallel(50, () => buyer.post('/api/orders', body, key))
  const changed = await buyer.post('/api/orders', other, key)
  return [
    ...expectSame('Responses', statuses(answers), { 201: 50 }),
    ...unexpectedAnswers('Responses', answers, ({ status }) => status === 201),
    ...expectSame('Different responses', new Set(answers.map(({ text }) => text)).size, 1),
    ...expectSame('Orders', await ordersOf(track, bag), 1),
    ...expectSame('Stock left', await stockOf(track, bag), stock - 1),
    ...expectSame('Another body under the key', changed.status, 422),
  ]
}

export const editAmongSales: Race = {
  name: 'stock edit',
  testName: 'edits of a product during sales lose no sale and no stock',
  async run(track) {
    const bag = await track.sell({ stock: 40 })
    const buyers = await reuseBuyers(track, 30)
    const admin = await signedIn(track, { isAdmin: true })
    const bodies = await parallel(30, (index) => orderBody(buyers[index]!, [{ _id: bag, qty: 1 }]))
    const { body: form } = await admin.get(`/api/products/${bag}`)
    const { name, price, category, version } = form
    // More edits than the database has connections, most of them with the version from before the sales.
    const edit = (index: number) =>
      admin.put(`/api/products/${bag}`, {
        name,
        price,
        category,
        image: '',
        size: 340,
        countInStock: 40 + index,
        version: index % 8 === 0 ? undefined : version,
      })
    const [sales, edits] = await Promise.all([
      parallel(30, (index) => buyers[index]!.post('/api/orders', bodies[index])),
      parallel(32, edit),
    ])
    await track.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', admin.id).execute()
    return [
      ...expectSame('Sales', statuses(sales), { 201: 30 }),
      ...unexpectedAnswers('Sales', sales, ({ status }) => status === 201),
      ...unexpectedAnswers('Edits', edits, ({ status }) => status === 200 || status === 409),
      ...expectSame('Orders', await ordersOf(track, bag), 30),
    ]
  },
}
