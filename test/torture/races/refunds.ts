/** Races about refunds: of amounts, of items, with return to stock, and during shipping. */
import { reconcile } from '#server/payments/events/reconcile.ts'
import { settle } from '#server/payments/capture/settle.ts'
import { approve, placed } from '../../purchase.ts'
import { signedIn } from '../../signed-in.ts'
import type { Answer } from '../../visitor.ts'
import {
  expectSame,
  stateOf,
  stockOf,
  unexpectedAnswers,
  parallel,
  type Race,
  type RaceTrack,
} from './race.ts'

const isDoneOrConflict = ({ status }: Answer) => status === 200 || status === 409

/** A paid order of `qty` pieces, its payment at PayPal, and two admins. */
async function paidSale(track: RaceTrack, qty: number) {
  const buyer = await signedIn(track)
  const bag = await track.sell()
  const order = await placed(buyer, [{ _id: bag, qty }])
  const id = await approve(track, buyer, order)
  const { body } = await buyer.put(`/api/orders/${order}/pay`, { id })
  const admin = () => signedIn(track, { isAdmin: true })
  const admins = [await admin(), await admin()] as const
  return { buyer, bag, order, id, totalPrice: body.totalPrice as number, admins }
}

export const refundTwenty: Race = {
  name: 'refund x 20',
  testName: 'twenty concurrent refunds of one order by two admins never exceed the paid amount',
  async run(track) {
    const { bag, order, id, totalPrice, admins } = await paidSale(track, 2)
    const amount = Math.floor(totalPrice * 40) / 100
    const refund = { amount, stock: [{ _id: bag, qty: 1 }] }
    const answers = await parallel(20, (index) =>
      admins[index % 2]!.post(`/api/orders/${order}/refund`, refund),
    )
    const completed = track.paypal.refunds(id)
    return [
      ...unexpectedAnswers('Responses', answers, isDoneOrConflict),
      // Two refunds of forty percent are possible, and each returns one bag.
      ...expectSame('Refunds at PayPal', completed.length, 2),
      ...expectSame('Refunds acknowledged', succeeded(answers), 2),
      ...expectSame('Stock', await stockOf(track, bag), 10),
    ]
  },
}

export const refundItemTwenty: Race = {
  name: 'refund an item x 20',
  testName:
    'twenty concurrent refunds of the same items by two admins refund and return no more than was ordered',
  async run(track) {
    const { bag, order, id, admins } = await paidSale(track, 3)
    const lines = [{ _id: bag, qty: 1 }]
    const answers = await parallel(20, (index) =>
      admins[index % 2]!.post(`/api/orders/${order}/refund`, { lines, stock: lines }),
    )
    return [
      ...unexpectedAnswers('Responses', answers, isDoneOrConflict),
      ...expectSame('Refunds at PayPal', track.paypal.refunds(id).length, 3),
      ...expectSame('Refunds acknowledged', succeeded(answers), 3),
      ...expectSame('Stock', await stockOf(track, bag), 10),
    ]
  },
}

export const returnTwenty: Race = {
  name: 'return to stock x 20',
  testName:
    'items of a refund made at PayPal are returned to stock once and assigned once, even with many requests',
  async run(track) {
    const { buyer, bag, order, id, admins } = await paidSale(track, 3)
    track.paypal.refundAtPaypal(id, 1000)
    await reconcilePayment(track, order, id)
    const { body } = await buyer.get(`/api/orders/${order}`)
    const path = `/api/orders/${order}/refunds/${body.refunds[0]._id}`
    const lines = [{ _id: bag, qty: 1 }]
    const [returns, assigns] = await Promise.all([
      parallel(10, (index) => admins[index % 2]!.post(`${path}/stock`, { stock: lines })),
      parallel(10, (index) => admins[index % 2]!.put(`${path}/items`, { lines })),
    ])
    return [
      ...unexpectedAnswers('Answers', [...returns, ...assigns], isDoneOrConflict),
      ...expectSame('Returns', succeeded(returns), 1),
      ...expectSame('Assignments', succeeded(assigns), 1),
      ...expectSame('Stock', await stockOf(track, bag), 8),
    ]
  },
}

function succeeded(answers: Answer[]): number {
  return answers.filter(({ status }) => status === 200).length
}

/** Stores a refund that was made at PayPal, as a webhook does. */
async function reconcilePayment(track: RaceTrack, order: string, id: string): Promise<void> {
  const payment = await track.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  await settle(track.shop, payment, (await track.shop.providers.payments.getPayment(id))!)
}

export const refundAgainstShip: Race = {
  name: 'refund against ship',
  testName: 'full refunds with one key during shipping and checks with PayPal create one refund',
  async run(track) {
    const { order, id, admins } = await paidSale(track, 1)
    const headers = { 'idempotency-key': `race-${order}` }
    const [refunds, ships] = await Promise.all([
      parallel(10, () => admins[0].post(`/api/orders/${order}/refund`, {}, headers)),
      parallel(3, () => admins[0].put(`/api/orders/${order}/ship`, { trackingNumber: '9400' })),
      parallel(3, () => reconcile(track.shop, true)),
    ])
    return [
      ...unexpectedAnswers('Refunds', refunds, ({ status }) => status === 200),
      ...unexpectedAnswers('Ships', ships, isDoneOrConflict),
      ...expectSame('Refunds at PayPal', track.paypal.refunds(id).length, 1),
      ...expectSame('State', await stateOf(track, order), 'refunded'),
    ]
  },
}
