import type { paymentMethods } from '#shared/payments/api/payment-methods.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { listMethods, removeMethod } from './methods.ts'

export const paymentMethodRoutes: Pick<Handlers<typeof paymentMethods>, 'list' | 'remove'> = {
  list: async ({ shop, user }) => ({ methods: await listMethods(shop, user._id) }),
  remove: async ({ shop, user, params }) => {
    await removeMethod(shop, user, params.id)
    return { message: 'Payment method removed. We never charge it again' }
  },
}
