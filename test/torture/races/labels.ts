/** Races for labels: bought, found again and given back by many at once; Shippo has no key that would forgive it. */
import { SECOND } from '#server/time/clock.ts'
import { finishLabels } from '#server/shippo/finish-labels.ts'
import { pay, placed } from '#test/purchase.ts'
import { signedIn, type SomebodySignedIn } from '#test/signed-in.ts'
import type { Answer } from '#test/visitor.ts'
import { expectSame, strangers, times, type Race, type RaceTrack } from './race.ts'

export const labelTwenty: Race = {
  name: 'label x 20',
  promise: 'twenty times at once two admins buy the label of one order: one is sold',
  async run(track) {
    const { order, admin } = await paidOrder(track)
    const other = await signedIn(track, { isAdmin: true })
    const answers = await times(20, (index) =>
      (index % 2 ? admin : other).post('/api/shippo', { orderId: order, ship: true }),
    )
    const after = await admin.post('/api/shippo', { orderId: order })
    return [
      ...strangers('Answers', answers, isBoughtOrBeing),
      ...expectSame('Buying it again', [after.status, after.body.label?.state], [200, 'bought']),
      ...expectSame('Labels sold', track.shippo.soldFor(order), 1),
      ...expectSame('Told', await toldOf(admin, order), ['Label bought', 'Shipped']),
    ]
  },
}

export const labelFound: Race = {
  name: 'label found x 10',
  promise: 'a label whose answer was lost is found by ten at once and written down once',
  async run(track) {
    const { order, admin } = await paidOrder(track)
    track.shippo.misbehave({ kind: 'drop', call: 'transactions' })
    const lost = await admin.post('/api/shippo', { orderId: order, ship: true })
    track.clock.advance(10 * SECOND)
    await times(10, () => finishLabels(track.shop))
    return [
      ...expectSame('The answer', [lost.status, lost.body.code], [503, 'buying']),
      ...expectSame('Labels sold', track.shippo.soldFor(order), 1),
      ...expectSame('Told', await toldOf(admin, order), ['Label bought', 'Shipped']),
    ]
  },
}

export const labelLate: Race = {
  name: 'label late',
  promise:
    'a label that Shippo sold after we had given it up is found by the next who buy, and not bought again',
  async run(track) {
    const { order, admin } = await paidOrder(track)
    track.shippo.misbehave({ kind: 'drop', call: 'transactions' })
    await admin.post('/api/shippo', { orderId: order })
    await track.db.updateTable('labels').set({ state: 'failed' }).where('order_id', '=', order).execute()
    const answers = await times(10, () => admin.post('/api/shippo', { orderId: order }))
    return [
      ...strangers('Answers', answers, isBoughtOrBeing),
      ...expectSame('Labels sold', track.shippo.soldFor(order), 1),
      ...expectSame('Told', await toldOf(admin, order), ['Label bought']),
    ]
  },
}

export const voidTwenty: Race = {
  name: 'label void x 20',
  promise: 'twenty times at once two admins give one label back: Shippo is asked once',
  async run(track) {
    const { order, admin } = await paidOrder(track)
    const other = await signedIn(track, { isAdmin: true })
    await admin.post('/api/shippo', { orderId: order })
    const answers = await times(20, (index) =>
      (index % 2 ? admin : other).post(`/api/orders/${order}/label/void`),
    )
    return [
      // Whoever looked before the first and came after it is told that there is nothing to give back any more.
      ...strangers('Answers', answers, ({ status }) => status === 200 || status === 409),
      ...expectSame('Told', await toldOf(admin, order), ['Label bought', 'Label given back']),
      ...expectSame('The label', (await admin.get(`/api/orders/${order}/label`)).body.label.state, 'voiding'),
    ]
  },
}

/** Whoever comes while the first is at it is told to look again. */
function isBoughtOrBeing({ status, body }: Answer): boolean {
  return status === 200 ? body.label.state === 'bought' : status === 409 && body.code === 'buying'
}

async function paidOrder(track: RaceTrack): Promise<{ order: string; admin: SomebodySignedIn }> {
  const buyer = await signedIn(track)
  const order = await placed(buyer, [{ _id: await track.sell(), qty: 1 }])
  const answer = await pay(track, buyer, order)
  if (answer.status !== 200) throw new Error(`Not paid: ${answer.text}`)
  return { order, admin: await signedIn(track, { isAdmin: true }) }
}

/** What the order's history says of its label and of shipping, without prices, each as often as it is there. */
async function toldOf(admin: SomebodySignedIn, order: string): Promise<string[]> {
  const { body } = await admin.get(`/api/orders/${order}`)
  return body.history
    .map(({ event }: { event: string }) => event.replace(/ for \$.*$/, ''))
    .filter((event: string) => /^(Label|Shipped|USPS)/.test(event))
}
