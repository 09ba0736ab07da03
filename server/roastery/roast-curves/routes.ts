import type { roastCurves } from '#shared/roastery/api/batches.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { attachCurve, getCurve, removeCurve } from './curves.ts'

export const roastCurveRoutes: Handlers<typeof roastCurves> = {
  attach: ({ shop, user, params, files, query }) => attachCurve(shop, user, params.id, files, query),
  one: ({ shop, params }) => getCurve(shop, params.id),
  remove: ({ shop, user, params }) => removeCurve(shop, user, params.id),
}
