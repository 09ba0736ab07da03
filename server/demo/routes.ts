import type { demo } from '#shared/api/demo.ts'
import type { Handlers } from '../http/serve.ts'
import { countDemo } from './count-demo.ts'
import { removeDemo } from './remove-demo.ts'

export const demoRoutes: Handlers<typeof demo> = {
  counts: ({ shop }) => countDemo(shop.db),
  remove: ({ shop, user, body }) => removeDemo(shop, user, body),
}
