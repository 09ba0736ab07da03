/** Races for money: paying many times, against the clock, against a cancel, from two tabs. */
import { MINUTE } from '#server/time/clock.ts'
import { expireOrders } from '#server/orders/close.ts'
import { approve, orderBody, placed } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Answer, Visitor } from '#test/visitor.ts'
import { takenTwice } from '../takings.ts'
import { crowd, expectSame, stateOf, stockOf, strangers, times, type Race, type RaceTrack } from './race.ts'

const isPaid = ({ status, body }: Answer) => status === 200 && body.isPaid === true
const isConfirming = ({ status, body }: Answer) => status === 409 && body.code === 'confirming'

export const payTwenty: Race = {
  name: 'pay x 20',
  promise: 'twenty payments of one order at once take its money once',
  async run(track) {
    const buyer = await signedIn(track)
    const order = await placed(buyer, [{ _id: await track.sell(), qty: 1 }])
    const id = await approve(track, buyer, order)
    const answers = await times(20, () => buyer.put(`/api/orders/${order}/pay`, { id }))
    const after = await buyer.put(`/api/orders/${order}/pay`, { id })
    const moments = new Set([...answers, after].filter(isPaid).map(({ body }) => body.paidAt))
    return [
      ...strangers('Answers', answers, (answer) => isPaid(answer) || isConfirming(answer)),
      ...strangers('Paying a paid order', [after], isPaid),
      ...expectSame('Moments of payment', moments.size, 1),
      ...expectSame('Captures asked for', track.takings.asked.get(order), 1),
      ...takenTwice(track.takings),
    ]
  },
}

export const oneTwoTabs: Race = {
  name: 'two tabs',
  promise: 'twenty tabs that open the payment of one order at once share one payment',
  async run(track) {
    const buyer = await signedIn(track)
    const order = await placed(buyer, [{ _id: await track.sell(), qty: 1 }])
    const answers = await times(20, () => buyer.post(`/api/orders/${order}/paypal`))
    return [
      ...strangers('Answers', answers, ({ status }) => status === 200),
      ...expectSame('Payments answered', new Set(answers.map(({ body }) => body.orderId)).size, 1),
      ...expectSame('Payments at PayPal', track.takings.opened.get(order)?.size, 1),
    ]
  },
}

export const onePaymentTwoOrders: Race = {
  name: 'one payment, two orders',
  promise: 'one PayPal payment pays one order, however often it is shown for another',
  async run(track) {
    const buyer = await signedIn(track)
    const bag = await track.sell()
    const [order, other] = [
      await placed(buyer, [{ _id: bag, qty: 1 }]),
      await placed(buyer, [{ _id: bag, qty: 1 }]),
    ]
    const id = await approve(track, buyer, order)
    const answers = await times(20, (index) =>
      buyer.put(`/api/orders/${index % 2 ? order : other}/pay`, { id }),
    )
    return [
      ...strangers(
        'The order itself',
        answers.filter((_, index) => index % 2),
        (answer) => isPaid(answer) || isConfirming(answer),
      ),
      ...strangers(
        'The other order',
        answers.filter((_, index) => index % 2 === 0),
        ({ status, body }) => status === 400 && body.message === 'Payment not verified',
      ),
      ...expectSame(
        'States',
        [await stateOf(track, order), await stateOf(track, other)],
        ['paid', 'pending'],
      ),
      ...takenTwice(track.takings),
    ]
  },
}

type Sale = { buyer: Visitor; order: string; payment: string }

/** So many orders of one product, each approved at PayPal and not yet paid. */
async function approvedSales(track: RaceTrack, bag: string, count: number): Promise<Sale[]> {
  const buyers = await crowd(track, count)
  return times(count, async (index) => {
    const buyer = buyers[index]!
    const placedOrder = await buyer.post('/api/orders', await orderBody(buyer, [{ _id: bag, qty: 1 }]))
    const order: string = placedOrder.body._id
    return { buyer, order, payment: await approve(track, buyer, order) }
  })
}

/** Each sale was either paid, with its money taken, or closed, with nothing taken and the bag back. */
async function eitherOr(track: RaceTrack, bag: string, sales: Sale[], pays: Answer[], closed: string) {
  const wrong: string[] = []
  let kept = 0
  for (const [index, { order }] of sales.entries()) {
    const state = await stateOf(track, order)
    const taken = track.takings.taken.get(order)?.size ?? 0
    const answer = pays[index]!
    if (state === 'paid') kept++
    const fits =
      (state === 'paid' && taken === 1 && isPaid(answer)) ||
      (state === closed && taken === 0 && answer.status === 409)
    if (!fits)
      wrong.push(
        `An order is ${state}, taken ${taken} times, and paying answered ${answer.status} ${answer.text.slice(0, 120)}`,
      )
  }
  return [
    ...wrong,
    ...expectSame('Stock left', await stockOf(track, bag), sales.length - kept),
    ...takenTwice(track.takings),
  ]
}

export const expiryAgainstPay: Race = {
  name: 'expiry against pay',
  promise: 'the clock and fifty payments: each order is either paid or expired, with its stock right',
  async run(track) {
    const bag = await track.sell({ stock: 50 })
    const sales = await approvedSales(track, bag, 50)
    track.clock.advance(31 * MINUTE)
    const paying = times(50, (index) => {
      // From the last to the first: expiry goes from the first to the last, and they meet in the middle.
      const { buyer, order, payment } = sales[49 - index]!
      return buyer.put(`/api/orders/${order}/pay`, { id: payment })
    })
    // Two, as two instances of the shop would.
    const clocks = Promise.allSettled([expireOrders(track.shop), expireOrders(track.shop)])
    const [pays, ends] = await Promise.all([paying, clocks])
    return [
      ...(await eitherOr(track, bag, sales, pays.toReversed(), 'expired')),
      ...ends.flatMap((end) => (end.status === 'rejected' ? [`Expiry failed: ${String(end.reason)}`] : [])),
    ]
  },
}

export const cancelAgainstPay: Race = {
  name: 'cancel against pay',
  promise: 'a cancel and a payment at once: one of them wins, and the stock is right',
  async run(track) {
    const bag = await track.sell({ stock: 30 })
    const sales = await approvedSales(track, bag, 30)
    const pays = times(30, (index) =>
      sales[index]!.buyer.put(`/api/orders/${sales[index]!.order}/pay`, { id: sales[index]!.payment }),
    )
    const cancels = times(90, async (index) => {
      // Three cancels each, at moments that sweep over the payment's own steps.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
      const { buyer, order } = sales[index % 30]!
      return buyer.delete(`/api/orders/${order}`)
    })
    const [paid, cancelled] = await Promise.all([pays, cancels])
    return [
      ...(await eitherOr(track, bag, sales, paid, 'cancelled')),
      ...strangers('Cancels', cancelled, ({ status }) => status === 200 || status === 409),
    ]
  },
}
