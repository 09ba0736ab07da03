/** Races about discount codes: the last use, and a use that a canceled order releases. */
import { codeOf } from '#server/checkout/discounts/discounts.testing.ts'
import { orderBody } from '../../purchase.ts'
import { signedIn } from '../../signed-in.ts'
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

const isExpected = ({ status, body }: Answer) => status === 201 || body.message === 'This code is used up'

/** A code with one use, and the requests of buyers who order with it, half of them two products in the other order. */
async function crowd(track: RaceTrack) {
  const code = await codeOf(await signedIn(track, { isAdmin: true }), {
    code: `RACE-${track.clock.now().getTime()}-${Math.floor(Math.random() * 1e6)}`,
    total: 1,
  })
  const goods = [await track.sell({ stock: 50 }), await track.sell({ stock: 50 })]
  const buyers = await reuseBuyers(track, BUYERS)
  const itemsOf = (index: number) => (index % 2 ? goods : goods.toReversed()).map((_id) => ({ _id, qty: 1 }))
  const bodies = await parallel(BUYERS, async (index) => ({
    ...(await orderBody(buyers[index]!, itemsOf(index))),
    discountCode: code.code,
  }))
  const order = (index: number) => buyers[index]!.post('/api/orders', bodies[index])
  const used = async () => {
    const row = await track.db
      .selectFrom('discount_codes')
      .select('used')
      .where('id', '=', code._id)
      .executeTakeFirstOrThrow()
    return row.used
  }
  return { buyers, order, used }
}

export const lastUse: Race = {
  name: 'last use of a code',
  testName:
    'of twenty buyers with the last use of a code, one gets it and the others are told that it is used up',
  async run(track) {
    const { order, used } = await crowd(track)
    const answers = await parallel(BUYERS, order)
    return [
      ...expectSame('Responses', statuses(answers), { 201: 1, 409: BUYERS - 1 }),
      ...unexpectedAnswers('Refusals', answers, isExpected),
      ...expectSame('Uses', await used(), 1),
    ]
  },
}

export const freedUse: Race = {
  name: 'freed use of a code',
  testName:
    'a use that a canceled order releases goes to at most one of the buyers who want it, and is counted once',
  async run(track) {
    const { buyers, order, used } = await crowd(track)
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
      ...expectSame('Uses', await used(), placed),
    ]
  },
}
