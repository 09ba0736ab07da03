import type { desk } from '#shared/api/desk.ts'
import { isoNow } from '../clock.ts'
import { dayOf } from '../house-days.ts'
import type { Handlers } from '../serve.ts'
import { salesOf } from './sales.ts'
import { servicesOf, testService } from './services.ts'
import { todoOf, waitingOf } from './todo.ts'

export const deskRoutes: Handlers<typeof desk> = {
  today: async ({ shop }) => ({
    at: isoNow(shop.clock),
    day: dayOf(shop.clock.now()),
    todo: await todoOf(shop),
    sales: await salesOf(shop),
    services: servicesOf(shop),
  }),
  waiting: ({ shop }) => waitingOf(shop),
  test: ({ shop, user, params }) => testService(shop, user, params.service),
}
