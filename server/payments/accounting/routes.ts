import type { accounting } from '#shared/payments/api/accounting.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { exportMonth } from './export-month.ts'
import { closeMonth, listMonths, readDay, readMonth } from './months.ts'

export const accountingRoutes: Handlers<typeof accounting> = {
  months: async ({ shop }) => ({ months: await listMonths(shop) }),
  month: ({ shop, params }) => readMonth(shop, params.month),
  day: ({ shop, params }) => readDay(shop, params.month, params.day),
  file: ({ shop, user, params, query }) => exportMonth(shop, user, params, query.part),
  close: ({ shop, user, params, body }) => closeMonth(shop, user, params.month, body.stamp),
}
