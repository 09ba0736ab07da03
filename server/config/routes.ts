import type { config } from '#shared/api/config.ts'
import type { Handlers } from '../serve.ts'

export const configRoutes: Handlers<typeof config> = {
  paypal: async ({ shop: { providers } }) => ({
    ...providers.payments.browser,
    sandbox: providers.payments.mode === 'sandbox',
  }),
}
