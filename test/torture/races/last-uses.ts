/** Races about what runs out: the last use of a discount code, the last dollars of a gift card, and what a cancel returns. */
import { codeOf } from '#server/checkout/discounts/discounts.testing.ts'
import { soldCard } from '#server/checkout/gift-cards/gift-cards.testing.ts'
import { orderBody, pay } from '../../purchase.ts'
import { type SignedInVisitor, signedIn } from '../../signed-in.ts'
import type { Answer } from '../../visitor.ts'
import {
  expectSame,
  parallel,
  reuseBuyers,
  statuses,
  unexpectedAnswers,
  type Race,
  type RaceTrack,
} from './race.ts'

const BUYERS = 20
/** Less than an order costs with shipping, so that one order takes all of it. */
const CARD_CENTS = 1500

type Crowd = {
  buyers: SignedInVisitor[]
  /** The order of this buyer, with the code that all of them use. */
  order: (index: number) => Promise<Answer>
  /** What is left of the code: uses, or cents. */
  left: () => Promise<number>
  /** What is left while no order has the code. */
  whole: number
  isExpected: (answer: Answer) => boolean
}

const isPlacedOrUsedUp = ({ status, body }: Answer) =>
  status === 201 || body.message === 'This code is used up'

const isPlacedOrEmpty = ({ status, body }: Answer) =>
  status === 201 || (status === 409 && body.code === 'gift-card')

/** A code with one use. Half of the buyers order the two products in the other order. */
async function crowdWithCode(track: RaceTrack): Promise<Crowd> {
  const code = await codeOf(await signedIn(track, { isAdmin: true }), {
    code: `RACE-${track.clock.now().getTime()}-${Math.floor(Math.random() * 1e6)}`,
    total: 1,
  })
  const goods = [await track.sell({ stock: 50 }), await track.sell({ stock: 50 })]
  const itemsOf = (index: number) => (index % 2 ? goods : goods.toReversed()).map((_id) => ({ _id, qty: 1 }))
  const left = async () => {
    const codes = track.db.selectFrom('discount_codes').select('used').where('id', '=', code._id)
    return 1 - (await codes.executeTakeFirstOrThrow()).used
  }
  const ordering = await crowd(track, itemsOf, { discountCode: code.code })
  return { ...ordering, left, whole: 1, isExpected: isPlacedOrUsedUp }
}

/** A card that pays a part of one order. */
async function crowdWithCard(track: RaceTrack): Promise<Crowd> {
  const { code, id } = await soldCard(track, CARD_CENTS)
  const bean = await track.sell({ priceCents: 1000, stock: 100 })
  const left = async () => {
    const cards = track.db.selectFrom('gift_cards').select('balance_cents').where('id', '=', id)
    return (await cards.executeTakeFirstOrThrow()).balance_cents
  }
  const paying = { giftCards: [code], giftCardPrice: CARD_CENTS / 100 }
  const ordering = await crowd(track, () => [{ _id: bean, qty: 1 }], paying)
  return { ...ordering, left, whole: CARD_CENTS, isExpected: isPlacedOrEmpty }
}

async function crowd(
  track: RaceTrack,
  itemsOf: (index: number) => { _id: string; qty: number }[],
  withCode: object,
): Promise<Pick<Crowd, 'buyers' | 'order'>> {
  const buyers = await reuseBuyers(track, BUYERS)
  const bodies = await parallel(BUYERS, (index) => orderBody(buyers[index]!, itemsOf(index)))
  const order = (index: number) => buyers[index]!.post('/api/orders', { ...bodies[index], ...withCode })
  return { buyers, order }
}

/** All order at once: one gets the code. */
async function allAtOnce({ order, left, isExpected }: Crowd) {
  const answers = await parallel(BUYERS, order)
  const problems = [
    ...expectSame('Responses', statuses(answers), { 201: 1, 409: BUYERS - 1 }),
    ...unexpectedAnswers('Refusals', answers, isExpected),
    ...expectSame('Left while an order has it', await left(), 0),
  ]
  return { answers, problems }
}

/** The first order has the code, and is canceled while the others order. */
async function whileCanceled({ buyers, order, left, whole, isExpected }: Crowd): Promise<string[]> {
  const first = await order(0)
  const cancel = () => buyers[0]!.delete(`/api/orders/${first.body._id}`)
  const [answers] = await Promise.all([
    parallel(BUYERS - 1, (index) => order(index + 1)),
    parallel(3, cancel),
  ])
  const placed = answers.filter(({ status }) => status === 201).length
  return [
    ...expectSame('First order', first.status, 201),
    ...unexpectedAnswers('Refusals', answers, isExpected),
    ...expectSame('At most one order', placed <= 1, true),
    ...expectSame('Left', await left(), placed === 1 ? 0 : whole),
  ]
}

export const lastUse: Race = {
  name: 'last use of a code',
  testName:
    'of twenty buyers with the last use of a code, one gets it and the others are told that it is used up',
  run: async (track) => (await allAtOnce(await crowdWithCode(track))).problems,
}

export const freedUse: Race = {
  name: 'freed use of a code',
  testName:
    'a use that a canceled order releases goes to at most one of the buyers who want it, and is counted once',
  run: async (track) => whileCanceled(await crowdWithCode(track)),
}

export const lastDollars: Race = {
  name: 'last dollars of a card',
  testName:
    'of twenty buyers with the last dollars of a gift card, one gets them; paying and canceling then take or release them once',
  async run(track) {
    const all = await crowdWithCard(track)
    const { answers, problems } = await allAtOnce(all)
    const winner = answers.findIndex(({ status }) => status === 201)
    if (winner < 0) return problems
    const id = answers[winner]!.body._id
    const [paid] = await Promise.all([
      // The order may be canceled before it is paid.
      pay(track, all.buyers[winner]!, id).catch(() => null),
      all.buyers[winner]!.delete(`/api/orders/${id}`),
    ])
    const wanted = paid?.body.state === 'paid' ? 0 : CARD_CENTS
    return [...problems, ...expectSame('Balance in the end', await all.left(), wanted)]
  },
}

export const freedDollars: Race = {
  name: 'freed dollars of a card',
  testName:
    'the dollars that a canceled order returns to a gift card go to at most one of the buyers who want them',
  run: async (track) => whileCanceled(await crowdWithCard(track)),
}
