import type { money } from '#shared/payments/api/money.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { markFindingSeen, settleFinding } from './act.ts'
import { readBooks } from './books.ts'
import { compareBooks } from './compare.ts'

export const moneyRoutes: Handlers<typeof money> = {
  books: ({ shop }) => readBooks(shop),
  compare: async ({ shop, body }) => {
    await compareBooks(shop, body.days)
    return readBooks(shop)
  },
  settle: ({ shop, user, params }) => settleFinding(shop, user, params.id),
  see: ({ shop, user, params, body }) => markFindingSeen(shop, user, params.id, body.note),
}
