import type { roastDay } from '#shared/roastery/api/roast-day.ts'
import type { RequestKey } from '#server/platform/http/idempotency.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { adjust } from './correct.ts'
import { fillOrder, undoFill } from './fill.ts'
import { readDay, readGreens } from './read-day.ts'
import { makeLot, undoLot } from './lots.ts'
import { packageBags, undoBags } from './package.ts'
import { roastBatch } from './roast.ts'
import { undoBatch } from './undo-batch.ts'
import { weighBatch } from './weigh.ts'

/** Who does a step, and the key of the request. */
const by = <User>({ user, http }: { user: User; http: { idempotencyKey: RequestKey | null } }) => ({
  user,
  key: http.idempotencyKey,
})

export const roastDayRoutes: Handlers<typeof roastDay> = {
  one: ({ shop, params }) => readDay(shop, params.day),
  greens: ({ shop }) => readGreens(shop),
  weigh: (call) => weighBatch(call.shop, by(call), call.params.id, call.body),
  roast: (call) => roastBatch(call.shop, by(call), call.params.id, call.body),
  undoBatch: (call) => undoBatch(call.shop, by(call), call.params.id, call.body),
  makeLot: (call) => makeLot(call.shop, by(call), call.body),
  undoLot: (call) => undoLot(call.shop, by(call), call.params.id),
  package: (call) => packageBags(call.shop, by(call), call.body),
  undoBags: (call) => undoBags(call.shop, by(call), call.params.id),
  fill: (call) => fillOrder(call.shop, by(call), call.params.id),
  undoFill: (call) => undoFill(call.shop, by(call), call.params.id),
  adjust: (call) => adjust(call.shop, by(call), call.body),
}
