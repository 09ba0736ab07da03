import type { deliveries } from '#shared/wholesale/api/deliveries.ts'
import type { RequestKey } from '#server/platform/http/idempotency.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { handOver, nobodyThere } from './at-door.ts'
import { moveToDay, pickUp } from './orders.ts'
import { dayOfRuns, runOf, sortStops } from './runs.ts'
import { createRoute, listRoutes, removeRoute, updateRoute } from './van-routes.ts'

/** Who does a step, and the key of the request. */
const by = <User>({ user, http }: { user: User; http: { idempotencyKey: RequestKey | null } }) => ({
  user,
  key: http.idempotencyKey,
})

export const deliveryRoutes: Handlers<typeof deliveries> = {
  routes: ({ shop }) => listRoutes(shop),
  createRoute: (call) => createRoute(call.shop, by(call), call.body),
  updateRoute: ({ shop, user, params, body }) => updateRoute(shop, user, params.id, body),
  removeRoute: ({ shop, user, params }) => removeRoute(shop, user, params.id),
  day: ({ shop, params }) => dayOfRuns(shop, params.day),
  run: ({ shop, params }) => runOf(shop, params.day, params.route),
  sort: ({ shop, params, body }) => sortStops(shop, params, body.stops),
  handOver: (call) => handOver(call.shop, by(call), call.body),
  nobody: (call) => nobodyThere(call.shop, by(call), call.body),
  move: ({ shop, user, params, body }) => moveToDay(shop, user, params.id, body.day),
  pickUp: ({ shop, user, params, body }) => pickUp(shop, user, params.id, body.receivedBy),
}
