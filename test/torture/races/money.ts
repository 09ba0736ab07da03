/** Races about payments: repeated payments, expiry, a cancel, several tabs. */
import { MINUTE } from '#server/kernel/time/clock.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { approve, orderBody, placed } from '../../purchase.ts'
import { signedIn } from '../../signed-in.ts'
import type { Answer, Visitor } from '../../visitor.ts'
import { duplicateCaptures } from '../payment-calls.ts'
import {
  reuseBuyers,
  expectSame,
  stateOf,
  stockOf,
  unexpectedAnswers,
  parallel,
  type Race,
  type RaceTrack,
} from './race.ts'

const isPaid = ({ status, body }: Answer) => status === 200 && body.isPaid === true
const isConfirming = ({ status, body }: Answer) => status === 409 && body.code === 'confirming'

export const payTwenty: Race = {
  name: 'pay x 20',
  testName: 'twenty concurrent payments of one order capture it once',
  async run(track) {
    const buyer = await signedIn(track)
    const order = await placed(buyer, [{ _id: await track.sell(), qty: 1 }])
    const id = await approve(track, buyer, order)
    const answers = await parallel(20, () => buyer.put(`/api/orders/${order}/pay`, { id }))
    const after = await buyer.put(`/api/orders/${order}/pay`, { id })
    const moments = new Set([...answers, after].filter(isPaid).map(({ body }) => body.paidAt))
    return [
      ...unexpectedAnswers('Responses', answers, (answer) => isPaid(answer) || isConfirming(answer)),
      ...unexpectedAnswers('Paying a paid order', [after], isPaid),
      ...expectSame('Moments of payment', moments.size, 1),
      ...expectSame('Capture calls', track.paymentCalls.captureCalls.get(order), 1),
      ...duplicateCaptures(track.paymentCalls),
    ]
  },
}

export const oneTwoTabs: Race = {
  name: 'two tabs',
  testName: 'twenty tabs that open the payment of one order at once share one payment',
  async run(track) {
    const buyer = await signedIn(track)
    const order = await placed(buyer, [{ _id: await track.sell(), qty: 1 }])
    const answers = await parallel(20, () => buyer.post(`/api/orders/${order}/paypal`))
    return [
      ...unexpectedAnswers('Responses', answers, ({ status }) => status === 200),
      ...expectSame('Payments acknowledged', new Set(answers.map(({ body }) => body.orderId)).size, 1),
      ...expectSame('Payments at PayPal', track.paymentCalls.opened.get(order)?.size, 1),
    ]
  },
}

export const onePaymentTwoOrders: Race = {
  name: 'one payment, two orders',
  testName: 'one PayPal payment pays only its own order, even if it is also sent for another order',
  async run(track) {
    const buyer = await signedIn(track)
    const bag = await track.sell()
    const [order, other] = [
      await placed(buyer, [{ _id: bag, qty: 1 }]),
      await placed(buyer, [{ _id: bag, qty: 1 }]),
    ]
    const id = await approve(track, buyer, order)
    const answers = await parallel(20, (index) =>
      buyer.put(`/api/orders/${index % 2 ? order : other}/pay`, { id }),
    )
    return [
      ...unexpectedAnswers(
        'The order itself',
        answers.filter((_, index) => index % 2),
        (answer) => isPaid(answer) || isConfirming(answer),
      ),
      ...unexpectedAnswers(
        'The other order',
        answers.filter((_, index) => index % 2 === 0),
        ({ status, body }) => status === 400 && body.message === 'Payment not verified',
      ),
      ...expectSame(
        'States',
        [await stateOf(track, order), await stateOf(track, other)],
        ['paid', 'pending'],
      ),
      ...duplicateCaptures(track.paymentCalls),
    ]
  },
}

type Sale = { buyer: Visitor; order: string; payment: string }

/** Places `count` orders of one product, each approved at PayPal and not yet paid. */
async function approvedSales(track: RaceTrack, bag: string, count: number): Promise<Sale[]> {
  const buyers = await reuseBuyers(track, count)
  return parallel(count, async (index) => {
    const buyer = buyers[index]!
    const placedOrder = await buyer.post('/api/orders', await orderBody(buyer, [{ _id: bag, qty: 1 }]))
    const order: string = placedOrder.body._id
    return { buyer, order, payment: await approve(track, buyer, order) }
  })
}

/** Each order must be paid and captured once, or closed, not captured and back in stock. */
async function paidOrClosed(track: RaceTrack, bag: string, sales: Sale[], pays: Answer[], closed: string) {
  const wrong: string[] = []
  let paid = 0
  for (const [index, { order }] of sales.entries()) {
    const state = await stateOf(track, order)
    const captured = track.paymentCalls.captures.get(order)?.size ?? 0
    const answer = pays[index]!
    if (state === 'paid') paid++
    const fits =
      (state === 'paid' && captured === 1 && isPaid(answer)) ||
      (state === closed && captured === 0 && answer.status === 409)
    if (!fits)
      wrong.push(
        `An order is ${state}, captured ${captured} times, and paying returned ${answer.status} ${answer.text.slice(0, 120)}`,
      )
  }
  return [
    ...wrong,
    ...expectSame('Stock left', await stockOf(track, bag), sales.length - paid),
    ...duplicateCaptures(track.paymentCalls),
  ]
}

export const expiryAgainstPay: Race = {
  name: 'expiry against pay',
  testName:
    'fifty orders that are paid while they expire are each either paid or expired, with correct stock',
  async run(track) {
    const bag = await track.sell({ stock: 50 })
    const sales = await approvedSales(track, bag, 50)
    track.clock.advance(31 * MINUTE)
    const paying = parallel(50, (index) => {
      // In reverse order, so that payments and expiry meet in the middle.
      const { buyer, order, payment } = sales[49 - index]!
      return buyer.put(`/api/orders/${order}/pay`, { id: payment })
    })
    // Two runs at once, as of two instances of the shop.
    const expiries = Promise.allSettled([expireOrders(track.shop), expireOrders(track.shop)])
    const [pays, ends] = await Promise.all([paying, expiries])
    return [
      ...(await paidOrClosed(track, bag, sales, pays.toReversed(), 'expired')),
      ...ends.flatMap((end) => (end.status === 'rejected' ? [`Expiry failed: ${String(end.reason)}`] : [])),
    ]
  },
}

export const cancelAgainstPay: Race = {
  name: 'cancel against pay',
  testName: 'if an order is canceled and paid at once, one of the two succeeds, and the stock is correct',
  async run(track) {
    const bag = await track.sell({ stock: 30 })
    const sales = await approvedSales(track, bag, 30)
    const pays = parallel(30, (index) =>
      sales[index]!.buyer.put(`/api/orders/${sales[index]!.order}/pay`, { id: sales[index]!.payment }),
    )
    const cancels = parallel(90, async (index) => {
      // Three cancels per order, at random moments during the payment.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
      const { buyer, order } = sales[index % 30]!
      return buyer.delete(`/api/orders/${order}`)
    })
    const [paid, canceled] = await Promise.all([pays, cancels])
    return [
      ...(await paidOrClosed(track, bag, sales, paid, 'cancelled')),
      ...unexpectedAnswers('Cancels', canceled, ({ status }) => status === 200 || status === 409),
    ]
  },
}
