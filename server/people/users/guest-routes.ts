import type { guests } from '#shared/people/api/guests.ts'
import { adoptOrders, confirmOwnEmail, countWaiting, mailConfirmation } from '../account/guest-orders.ts'
import { requestOrderLinks } from '../account/order-links.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { endSession, hashToken } from '#server/platform/sessions/sessions.ts'
import { finishAccount, requestAccount } from './guest-account.ts'

/** The endpoints that lead from a guest's order to an account. */
export const guestRoutes: Handlers<typeof guests> = {
  requestAccount: ({ shop, user, params, body }) => requestAccount(shop, user, params.id, body.password),
  finishAccount: async ({ shop, body, http }) => {
    const { user, token } = await finishAccount(shop, body, http)
    if (http.token) await endSession(shop, hashToken(http.token))
    http.setSession(token)
    return user
  },
  mailLinks: ({ shop, body, http }) => requestOrderLinks(shop, body.email, http.limits),
  waiting: ({ shop, user }) => countWaiting(shop, user),
  adopt: ({ shop, user }) => adoptOrders(shop, user),
  mailConfirmation: ({ shop, user, http }) => mailConfirmation(shop, user, http.limits),
  confirmEmail: async ({ shop, user, body, http }) => {
    const { token, ...confirmed } = await confirmOwnEmail(shop, user, body.link)
    if (token) http.setSession(token)
    return confirmed
  },
}
