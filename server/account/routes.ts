import type { account } from '#shared/api/account.ts'
import type { Handlers } from '../http/serve.ts'
import { endSession, hashToken } from '../sessions/sessions.ts'
import { confirmEmail, keepEmail, objectToEmail, resendEmail, waitingEmail } from './email.ts'
import { requestPassword, setPassword } from './password.ts'

export const accountRoutes: Handlers<typeof account> = {
  forgot: ({ shop, body, visit }) => requestPassword(shop, body, visit),
  reset: async ({ shop, body, visit }) => {
    await setPassword(shop, body, visit)
    // The browser must sign in again, even if it was signed in to another account.
    if (visit.token) await endSession(shop, hashToken(visit.token))
    visit.clearSession()
    return { message: 'Your password is changed. Sign in with it' }
  },
  email: async ({ shop, user }) => ({ email: user.email, waiting: await waitingEmail(shop, user._id) }),
  resend: ({ shop, user, visit }) => resendEmail(shop, user, visit.limits),
  keep: ({ shop, user }) => keepEmail(shop, user),
  confirm: ({ shop, body, visit }) => confirmEmail(shop, body.token, visit.token),
  object: ({ shop, body }) => objectToEmail(shop, body.token),
}
