import type { passkeys } from '#shared/people/api/passkeys.ts'
import type { users } from '#shared/people/api/users.ts'
import { roleColumns } from '#server/platform/sessions/roles.ts'
import { endSession, hashToken } from '#server/platform/sessions/sessions.ts'
import type { Handlers, HttpContext } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { updateProfile } from './profile.ts'
import { searchUsers } from './search.ts'
import { removeFactors } from './remove-factors.ts'
import { register, signIn, signInByPasskey } from './sign-in.ts'
import { getUser, listUsers, removeUser, toUserInfo, updateUser } from './users.ts'

export const userRoutes: Handlers<typeof users> = {
  auth: async ({ shop, body, http }) => {
    const { user, token } = await signIn(shop, body, http)
    await changeSession(shop, http, token)
    return user
  },
  register: async ({ shop, body, http }) => {
    const { user, token } = await register(shop, body, http.device)
    await changeSession(shop, http, token)
    return user
  },
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
}

export const passkeySignInRoutes: Pick<Handlers<typeof passkeys>, 'auth'> = {
  auth: async ({ shop, body, http }) => {
    const { user, token } = await signInByPasskey(shop, body.answer, http.device)
    await changeSession(shop, http, token)
    return user
  },
}

/** A sign-in ends the session of the request and starts a new session (OWASP ASVS 5.0, 7.2.4). */
async function changeSession(shop: Shop, http: HttpContext, token: string): Promise<void> {
  if (http.token) await endSession(shop, hashToken(http.token))
  http.setSession(token)
}
