import type { account } from '#shared/people/api/account.ts'
import type { sessions } from '#shared/platform/api/sessions.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { endOneSession, endOtherSessions, listSessions } from './open-sessions.ts'
import { prove } from './prove.ts'
import { endSession, hashToken } from '#server/platform/sessions/sessions.ts'
import { confirmEmail, discardNewEmail, undoEmailChange, resendEmail, unconfirmedEmail } from './email.ts'
import { requestPassword, setPassword } from './password.ts'

export const accountRoutes: Handlers<typeof account> = {
  forgot: ({ shop, body, http }) => requestPassword(shop, body, http),
  reset: async ({ shop, body, http }) => {
    const changed = await setPassword(shop, body, http)
    // The browser must sign in again, even if it was signed in to another account.
    if (http.token) await endSession(shop, hashToken(http.token))
    http.clearSession()
    return changed
  },
  prove: ({ shop, user, body, http }) => prove(shop, user, body, http.limits),
  proven: async () => ({ message: 'Confirmed' }),
  email: async ({ shop, user }) => ({ email: user.email, waiting: await unconfirmedEmail(shop, user._id) }),
  resend: ({ shop, user, http }) => resendEmail(shop, user, http.limits),
  keep: ({ shop, user }) => discardNewEmail(shop, user),
  confirm: async ({ shop, body, http }) => {
    const { token, ...confirmed } = await confirmEmail(shop, body.token, http.token)
    if (token) http.setSession(token)
    return confirmed
  },
  object: ({ shop, body }) => undoEmailChange(shop, body.token),
}

export const sessionRoutes: Handlers<typeof sessions> = {
  list: async ({ shop, user }) => ({ sessions: await listSessions(shop, user) }),
  endOthers: async ({ shop, user }) => {
    await endOtherSessions(shop, user)
    return { message: 'All other devices are signed out' }
  },
  end: async ({ shop, user, params }) => {
    await endOneSession(shop, user, params.id)
    return { message: 'That device is signed out' }
  },
}
