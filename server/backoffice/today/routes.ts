import type { adminHome } from '#shared/backoffice/api/admin.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { salesOf } from './sales.ts'
import { servicesOf, testService } from './services.ts'
import { todoOf, todoOfRole, waitingOf } from './todo.ts'

export const adminRoutes: Handlers<typeof adminHome> = {
  today: async ({ shop }) => {
    const [todo, sales] = await Promise.all([todoOf(shop), salesOf(shop)])
    return {
      at: isoNow(shop.clock),
      day: dayOf(shop.clock.now()),
      todo,
      sales,
      services: servicesOf(shop),
    }
  },
  work: async ({ shop, user }) => ({
    at: isoNow(shop.clock),
    day: dayOf(shop.clock.now()),
    todo: await todoOfRole(shop, user.role),
  }),
  waiting: ({ shop }) => waitingOf(shop),
  test: ({ shop, user, params }) => testService(shop, user, params.service),
}
