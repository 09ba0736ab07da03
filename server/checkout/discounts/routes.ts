import type { discounts } from '#shared/checkout/api/discounts.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { checkCode } from './check-code.ts'
import { createCode, getCode, listCodes, removeCode, updateCode } from './edit-codes.ts'
import { exportUses } from './export-uses.ts'

export const discountRoutes: Handlers<typeof discounts> = {
  check: ({ shop, body, http }) => checkCode(shop, body, http),
  list: ({ shop }) => listCodes(shop),
  one: ({ shop, params }) => getCode(shop, params.id),
  create: ({ shop, user, body }) => createCode(shop, user, body),
  update: ({ shop, user, params, body }) => updateCode(shop, user, params.id, body),
  remove: async ({ shop, user, params }) => {
    await removeCode(shop, user, params.id)
    return { message: 'Discount code deleted' }
  },
  exportUses: ({ shop, user, params }) => exportUses(shop, user, params.id),
}
