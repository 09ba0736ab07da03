/** Races about labels that are bought, found again and voided concurrently; Shippo has no idempotency keys. */
import { SECOND } from '#server/kernel/time/clock.ts'
import { finishLabels } from '#server/shipping/labels/finish-labels.ts'
import { pay, placed } from '../../purchase.ts'
import { type SignedInVisitor, signedIn } from '../../signed-in.ts'
import type { Answer } from '../../visitor.ts'
import { expectSame, unexpectedAnswers, parallel, type Race, type RaceTrack } from './race.ts'

export const labelTwenty: Race = {
  name: 'label x 20',
  testName: 'if two admins buy the label of one order twenty times at once, one label is sold',
  async run(track) {
    const { order, admin } = await paidOrder(track)
    const other = await signedIn(track, { isAdmin: true })
    const answers = await parallel(20, (index) =>
      (index % 2 ? admin : other).post('/api/shippo', { orderId: order, ship: true }),
    )
    const after = await admin.post('/api/shippo', { orderId: order })
    return [
      ...unexpectedAnswers('Responses', answers, isBoughtOrBuying),
      ...expectSame('Buying it again', [after.status, after.body.label?.state], [200, 'bought']),
      ...expectSame('Labels sold', track.shippo.soldFor(order), 1),
      ...expectSame('History', await labelHistory(admin, order), ['Label bought', 'Shipped']),
    ]
  },
}

export const labelFound: Race = {
  name: 'label found x 10',
  testName: 'a label whose response was lost is found by ten concurrent checks and stored once',
  async run(track) {
    const { order, admin } = await paidOrder(track)
    track.shippo.addFault({ kind: 'drop', call: 'transactions' })
    const lost = await admin.post('/api/shippo', { orderId: order, ship: true })
    track.clock.advance(10 * SECOND)
    await parallel(10, () => finishLabels(track.shop))
    return [
      ...expectSame('The response', [lost.status, lost.body.code], [503, 'buying']),
      ...expectSame('Labels sold', track.shippo.soldFor(order), 1),
      ...expectSame('History', await labelHistory(admin, order), ['Label bought', 'Shipped']),
    ]
  },
}

export const labelLate: Race = {
  name: 'label late',
  testName:
    'if Shippo sells a label after the purchase was stored as failed, the next purchases find it and buy no other',
  async run(track) {
    const { order, admin } = await paidOrder(track)
    track.shippo.addFault({ kind: 'drop', call: 'transactions' })
    await admin.post('/api/shippo', { orderId: order })
    await track.db.updateTable('labels').set({ state: 'failed' }).where('order_id', '=', order).execute()
    const answers = await parallel(10, () => admin.post('/api/shippo', { orderId: order }))
    return [
      ...unexpectedAnswers('Responses', answers, isBoughtOrBuying),
      ...expectSame('Labels sold', track.shippo.soldFor(order), 1),
      ...expectSame('History', await labelHistory(admin, order), ['Label bought']),
    ]
  },
}

export const voidTwenty: Race = {
  name: 'label void x 20',
  testName: 'if two admins void one label twenty times at once, Shippo gets one refund request',
  async run(track) {
    const { order, admin } = await paidOrder(track)
    const other = await signedIn(track, { isAdmin: true })
    await admin.post('/api/shippo', { orderId: order })
    const answers = await parallel(20, (index) =>
      (index % 2 ? admin : other).post(`/api/orders/${order}/label/void`),
    )
    return [
      // A request that read the label before the first void and voided it after that gets 409.
      ...unexpectedAnswers('Responses', answers, ({ status }) => status === 200 || status === 409),
      ...expectSame('History', await labelHistory(admin, order), ['Label bought', 'Label returned']),
      ...expectSame('The label', (await admin.get(`/api/orders/${order}/label`)).body.label.state, 'voiding'),
    ]
  },
}

/** During a purchase, other requests get 409 with the code `buying`. */
function isBoughtOrBuying({ status, body }: Answer): boolean {
  return status === 200 ? body.label.state === 'bought' : status === 409 && body.code === 'buying'
}

async function paidOrder(track: RaceTrack): Promise<{ order: string; admin: SignedInVisitor }> {
  const buyer = await signedIn(track)
  const order = await placed(buyer, [{ _id: await track.sell(), qty: 1 }])
  const answer = await pay(track, buyer, order)
  if (answer.status !== 200) throw new Error(`Not paid: ${answer.text}`)
  return { order, admin: await signedIn(track, { isAdmin: true }) }
}

/** The entries about the label and shipping in the order's history, without prices. */
async function labelHistory(admin: SignedInVisitor, order: string): Promise<string[]> {
  const { body } = await admin.get(`/api/orders/${order}`)
  return body.history
    .map(({ event }: { event: string }) => event.replace(/ for \$.*$/, ''))
    .filter((event: string) => /^(Label|Shipped|USPS)/.test(event))
}
