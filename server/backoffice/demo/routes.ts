import type { demo } from '#shared/backoffice/api/demo.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { demoState } from './count-demo.ts'
import { removeDemo } from './remove-demo.ts'

export const demoRoutes: Handlers<typeof demo> = {
  counts: ({ shop }) => demoState(shop),
  remove: ({ shop, user, body }) => removeDemo(shop, user, body),
}
