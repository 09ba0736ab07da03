import type { addresses } from '#shared/checkout/api/addresses.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { addAddress, changeAddress, listAddresses, removeAddress } from './addresses.ts'

export const addressRoutes: Handlers<typeof addresses> = {
  list: async ({ shop, user }) => ({ addresses: await listAddresses(shop, user) }),
  create: ({ shop, user, body }) => addAddress(shop, user, body),
  update: ({ shop, user, params, body }) => changeAddress(shop, user, params.id, body),
  remove: async ({ shop, user, params, query }) => {
    await removeAddress(
      shop,
      user,
      params.id,
      query.version === undefined ? undefined : Number(query.version),
    )
    return { message: 'Address deleted' }
  },
}
