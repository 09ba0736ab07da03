import type { factors } from '#shared/people/api/factors.ts'
import type { passkeys } from '#shared/people/api/passkeys.ts'
import type { settings } from '#shared/platform/api/settings.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { confirmApp, removeApp, startApp } from './authenticator-app.ts'
import { addPasskey, listPasskeys, offerPasskey, removePasskey, renamePasskey } from './passkeys.ts'
import { readRequired, saveRequired } from './required.ts'
import { myFactors, renewCodes } from './second-factor.ts'
import { requestOptions } from './verify-passkey.ts'

/** All but the sign-in, which is in users/routes.ts. */
export const passkeyRoutes: Omit<Handlers<typeof passkeys>, 'auth'> = {
  list: ({ shop, user }) => listPasskeys(shop, user),
  create: ({ shop, user }) => offerPasskey(shop, user),
  add: ({ shop, user, body, http }) => addPasskey(shop, user, body, http.device),
  rename: ({ shop, user, params, body }) => renamePasskey(shop, user, params.id, body.name),
  remove: ({ shop, user, params }) => removePasskey(shop, user, params.id),
  request: ({ shop }) => requestOptions(shop),
}

export const factorRoutes: Handlers<typeof factors> = {
  mine: ({ shop, user }) => myFactors(shop, user),
  startApp: ({ shop, user }) => startApp(shop, user),
  confirmApp: ({ shop, user, body }) => confirmApp(shop, user, body.code),
  removeApp: ({ shop, user }) => removeApp(shop, user),
  newCodes: ({ shop, user }) => renewCodes(shop, user),
}

export const requiredFactorRoutes: Pick<Handlers<typeof settings>, 'signIn' | 'saveSignIn'> = {
  signIn: ({ shop }) => readRequired(shop),
  saveSignIn: ({ shop, user, body }) => saveRequired(shop, user, body),
}
