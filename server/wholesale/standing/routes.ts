/** The endpoints of standing orders. */
import type { standing } from '#shared/wholesale/api/standing.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { changeOnce, changeStanding, createStanding, endStanding, holdStanding, skipDate } from './change.ts'
import { listMine, listOfAccount } from './read.ts'

export const standingRoutes: Handlers<typeof standing> = {
  mine: ({ shop, user }) => listMine(shop, user),
  ofAccount: ({ shop, params }) => listOfAccount(shop, params.id),
  create: ({ shop, user, body, http }) => createStanding(shop, user, body, http.idempotencyKey),
  change: ({ shop, user, params, body }) => changeStanding(shop, user, params.id, body),
  changeOnce: ({ shop, user, params, body }) => changeOnce(shop, user, params.id, body),
  skip: ({ shop, user, params, body }) => skipDate(shop, user, params.id, body),
  hold: ({ shop, user, params, body }) => holdStanding(shop, user, params.id, body),
  end: ({ shop, user, params, body }) => endStanding(shop, user, params.id, body),
}
