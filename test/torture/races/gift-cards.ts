/** Races about gift cards: the last dollars, and dollars that a canceled order returns. */
import { soldCard } from '#server/checkout/gift-cards/gift-cards.testing.ts'
import { orderBody, pay } from '../../purchase.ts'
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

const isExpected = ({ status, body }: Answer) =>
  status === 201 || (status === 409 && body.code === 'gift-card')

/** A card that pays a part of one order, and the requests of buyers who all order with its code. */
async function crowd(track: RaceTrack) {
  const { code, id } = await soldCard(track, CARD_CENTS)
  const bean = await track.sell({ priceCents: 1000, stock: 100 })
  const buyers = await reuseBuyers(track, BUYERS)
  const bodies = await parallel(BUYERS, (index) => orderBody(buyers[index]!, [{ _id: bean, qty: 1 }]))
  const order = (index: number) =>
    buyers[index]!.post('/api/orders', {
      ...bodies[index],
      giftCards: [code],
      giftCardPrice: CARD_CENTS / 100,
    })
  const balance = async () => {
    const row = await track.db
      .selectFrom('gift_cards')
      .select('balance_cents')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.balance_cents
  }
  return { buyers, order, balance }
}

export const lastDollars: Race = {
  name: 'last dollars of a card',
  testName:
    'of twenty buyers with the last dollars of a gift card, one gets them; paying and canceling then take or release them once',
  async run(track) {
    const { buyers, order, balance } = await crowd(track)
    const answers = await parallel(BUYERS, order)
    const held = await balance()
    const winner = answers.findIndex(({ status }) => status === 201)
    const problems = [
      ...expectSame('Responses', statuses(answers), { 201: 1, 409: BUYERS - 1 }),
      ...unexpectedAnswers('Refusals', answers, isExpected),
      ...expectSame('Balance while an order holds it', held, 0),
    ]
    if (winner < 0) return problems
    const id = answers[winner]!.body._id
    const [paid] = await Promise.all([
      // The order may be canceled before it is paid.
      pay(track, buyers[winner]!, id).catch(() => null),
      buyers[winner]!.delete(`/api/orders/${id}`),
    ])
    const left = paid?.body.state === 'paid' ? 0 : CARD_CENTS
    return [...problems, ...expectSame('Balance in the end', await balance(), left)]
  },
}

export const freedDollars: Race = {
  name: 'freed dollars of a card',
  testName:
    'the dollars that a canceled order returns to a gift card go to at most one of the buyers who want them',
  async run(track) {
    const { buyers, order, balance } = await crowd(track)
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
      ...expectSame('Balance', await balance(), placed === 1 ? 0 : CARD_CENTS),
    ]
  },
}
