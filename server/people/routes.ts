/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { account } from '#shared/people/api/account.ts'
import { factors } from '#shared/people/api/factors.ts'
import { joining } from '#shared/people/api/joining.ts'
import { guests } from '#shared/people/api/guests.ts'
import { passkeys } from '#shared/people/api/passkeys.ts'
import { personalData } from '#shared/people/api/personal-data.ts'
import { staff } from '#shared/people/api/staff.ts'
import { users } from '#shared/people/api/users.ts'
import { sessions } from '#shared/platform/api/sessions.ts'
import { settings } from '#shared/platform/api/settings.ts'
import { serve, type HttpContext, type Serving } from '#server/platform/http/serve.ts'
import { roleColumns } from '#server/platform/sessions/roles.ts'
import { endSession, hashToken } from '#server/platform/sessions/sessions.ts'
import { settingsRoutes } from '#server/platform/settings-routes.ts'
import type { Shop } from '#server/platform/shop.ts'
import {
  confirmEmail,
  discardNewEmail,
  resendEmail,
  undoEmailChange,
  unconfirmedEmail,
} from './account/email.ts'
import {
  adoptOrders,
  confirmOwnEmail,
  countWaiting,
  mailConfirmation,
  requestOrderLinks,
} from './account/guest-orders.ts'
import { joiningRoutes } from './users/join-business.ts'
import { endOneSession, endOtherSessions, listSessions } from './account/open-sessions.ts'
import { requestPassword, setPassword } from './account/password.ts'
import { confirmApp, removeApp, startApp } from './factors/authenticator-app.ts'
import { addPasskey, listPasskeys, offerPasskey, removePasskey, renamePasskey } from './factors/passkeys.ts'
import { removeFactors } from './factors/remove-factors.ts'
import { readRequired, saveRequired } from './factors/required.ts'
import { myFactors, prove, renewCodes } from './factors/second-factor.ts'
import { requestOptions } from './factors/verify-passkey.ts'
import { exportOf } from './personal-data/export.ts'
import {
  acceptInvitation,
  invite,
  joinStaff,
  lookAtInvitation,
  resendInvitation,
  withdrawInvitation,
} from './staff/invitations.ts'
import { listStaff, setRole } from './staff/staff.ts'
import { finishAccount, requestAccount } from './users/guest-account.ts'
import { updateProfile } from './users/profile.ts'
import { searchUsers } from './users/search.ts'
import { register, signIn, signInByPasskey } from './users/sign-in.ts'
import { getUser, listUsers, removeAccount, removeUser, toUserInfo, updateUser } from './users/users.ts'

export function servePeople(app: FastifyInstance, serving: Serving): void {
  serveUsers(app, serving)
  serve(app, serving, joining, joiningRoutes)
  serveStaff(app, serving)
  serveAccount(app, serving)
  serveFactors(app, serving)
  serveGuests(app, serving)
}

/** A sign-in ends the session of the request and starts a new session (OWASP ASVS 5.0, 7.2.4). */
async function withSession<User>(
  shop: Shop,
  http: HttpContext,
  { user, token }: { user: User; token: string },
): Promise<User> {
  if (http.token) await endSession(shop, hashToken(http.token))
  http.setSession(token)
  return user
}

function serveUsers(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, users, {
    auth: async ({ shop, body, http }) => withSession(shop, http, await signIn(shop, body, http)),
    register: async ({ shop, body, http }) =>
      withSession(shop, http, await register(shop, body, http.device)),
    logout: async ({ shop, http }) => {
      if (http.token) await endSession(shop, hashToken(http.token))
      http.clearSession()
      return { message: 'Logged out successfully' }
    },
    profile: async ({ user }) =>
      toUserInfo(
        { ...roleColumns(user.role), id: user._id, name: user.name, email: user.email },
        user.isLimited,
      ),
    updateProfile: async ({ shop, user, body, http }) => {
      const changed = await updateProfile(shop, user, body, http)
      if (changed.token) http.setSession(changed.token)
      return changed.user
    },
    list: ({ shop }) => listUsers(shop),
    search: ({ shop, query }) => searchUsers(shop, query),
    one: ({ shop, params }) => getUser(shop, params.id),
    update: ({ shop, user, params, body, http }) => updateUser(shop, user, params.id, body, http),
    remove: async ({ shop, user, params }) => {
      await removeUser(shop, user, params.id)
      return { message: 'User removed' }
    },
    removeFactors: ({ shop, user, params }) => removeFactors(shop, user, params.id),
  })
}

function serveStaff(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, staff, {
    list: ({ shop }) => listStaff(shop),
    setRole: ({ shop, user, params, body }) => setRole(shop, user, params.id, body.role),
    invite: ({ shop, user, body }) => invite(shop, user, body),
    resend: ({ shop, params }) => resendInvitation(shop, params.id),
    withdraw: ({ shop, user, params }) => withdrawInvitation(shop, user, params.id),
    look: ({ shop, body }) => lookAtInvitation(shop, body.token),
    join: async ({ shop, body, http }) => withSession(shop, http, await joinStaff(shop, body, http.device)),
    accept: async ({ shop, user, body, http }) => {
      const accepted = await acceptInvitation(shop, user, body.token, http.device)
      http.setSession(accepted.token)
      return accepted.user
    },
  })
}

function serveAccount(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, account, {
    forgot: ({ shop, body, http }) => requestPassword(shop, body.email, http.limits),
    reset: async ({ shop, body, http }) => {
      const changed = await setPassword(shop, body, http)
      // The browser must sign in again, even if it was signed in to another account.
      if (http.token) await endSession(shop, hashToken(http.token))
      http.clearSession()
      return changed
    },
    prove: ({ shop, user, body, http }) => prove(shop, user, body, http.limits),
    proven: async () => ({ message: 'Confirmed' }),
    email: async ({ shop, user }) => ({
      email: user.email,
      waiting: await unconfirmedEmail(shop, user._id),
    }),
    resend: ({ shop, user, http }) => resendEmail(shop, user, http.limits),
    keep: ({ shop, user }) => discardNewEmail(shop, user),
    confirm: async ({ shop, body, http }) => {
      const { token, ...confirmed } = await confirmEmail(shop, body.token, http.token)
      if (token) http.setSession(token)
      return confirmed
    },
    object: ({ shop, body }) => undoEmailChange(shop, body.token),
  })
  serve(app, serving, sessions, {
    list: async ({ shop, user }) => ({ sessions: await listSessions(shop, user) }),
    endOthers: async ({ shop, user }) => {
      await endOtherSessions(shop, user)
      return { message: 'All other devices are signed out' }
    },
    end: async ({ shop, user, params }) => {
      await endOneSession(shop, user, params.id)
      return { message: 'That device is signed out' }
    },
  })
  serve(app, serving, personalData, {
    file: ({ shop, user }) => exportOf(shop, user, 'json'),
    page: ({ shop, user }) => exportOf(shop, user, 'html'),
    remove: async ({ shop, user, body, http }) => {
      const done = await removeAccount(shop, user, body)
      http.clearSession()
      return done
    },
  })
}

function serveFactors(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, factors, {
    mine: ({ shop, user }) => myFactors(shop, user),
    startApp: ({ shop, user }) => startApp(shop, user),
    confirmApp: ({ shop, user, body }) => confirmApp(shop, user, body.code),
    removeApp: ({ shop, user }) => removeApp(shop, user),
    newCodes: ({ shop, user }) => renewCodes(shop, user),
  })
  serve(app, serving, passkeys, {
    list: ({ shop, user }) => listPasskeys(shop, user),
    create: ({ shop, user }) => offerPasskey(shop, user),
    add: ({ shop, user, body, http }) => addPasskey(shop, user, body, http.device),
    rename: ({ shop, user, params, body }) => renamePasskey(shop, user, params.id, body.name),
    remove: ({ shop, user, params }) => removePasskey(shop, user, params.id),
    request: ({ shop }) => requestOptions(shop),
    auth: async ({ shop, body, http }) =>
      withSession(shop, http, await signInByPasskey(shop, body.answer, http.device)),
  })
  serve(app, serving, settings, {
    ...settingsRoutes,
    signIn: ({ shop }) => readRequired(shop),
    saveSignIn: ({ shop, user, body }) => saveRequired(shop, user, body),
  })
}

/** The endpoints that lead from a guest's order to an account. */
function serveGuests(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, guests, {
    requestAccount: ({ shop, user, params, body }) => requestAccount(shop, user, params.id, body.password),
    finishAccount: async ({ shop, body, http }) =>
      withSession(shop, http, await finishAccount(shop, body, http)),
    mailLinks: ({ shop, body, http }) => requestOrderLinks(shop, body.email, http.limits),
    waiting: ({ shop, user }) => countWaiting(shop, user),
    adopt: ({ shop, user }) => adoptOrders(shop, user),
    mailConfirmation: ({ shop, user, http }) => mailConfirmation(shop, user, http.limits),
    confirmEmail: async ({ shop, user, body, http }) => {
      const { token, ...confirmed } = await confirmOwnEmail(shop, user, body.link)
      if (token) http.setSession(token)
      return confirmed
    },
  })
}
