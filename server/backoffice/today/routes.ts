import type { adminHome } from '#shared/backoffice/api/admin.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { onOneConnection } from '#server/kernel/db/one-connection.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { salesOf } from './sales.ts'
import { servicesOf, testService } from './services.ts'
import { todoOf, waitingOf } from './todo.ts'

export const adminRoutes: Handlers<typeof adminHome> = {
  today: async ({ shop, user }) => {
    const [todo, sales] = await onOneConnection(() => Promise.all([todoOf(shop, user.role), salesOf(shop)]))
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
    todo: await onOneConnection(() => todoOf(shop, user.role)),
  }),
  waiting: ({ shop, user }) => onOneConnection(() => waitingOf(shop, user.role)),
  services: async ({ shop }) => servicesOf(shop),
  test: ({ shop, user, params }) => testService(shop, user, params.service),
}
