import type { staff } from '#shared/people/api/staff.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { endSession, hashToken } from '#server/platform/sessions/sessions.ts'
import {
  acceptInvitation,
  invite,
  joinStaff,
  lookAtInvitation,
  resendInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { listStaff, setRole } from './staff.ts'

export const staffRoutes: Handlers<typeof staff> = {
  list: ({ shop }) => listStaff(shop),
  setRole: ({ shop, user, params, body }) => setRole(shop, user, params.id, body.role),
  invite: ({ shop, user, body }) => invite(shop, user, body),
  resend: ({ shop, params }) => resendInvitation(shop, params.id),
  withdraw: ({ shop, user, params }) => withdrawInvitation(shop, user, params.id),
  look: ({ shop, body }) => lookAtInvitation(shop, body.token),
  join: async ({ shop, body, http }) => {
    const { user, token } = await joinStaff(shop, body, http.device)
    if (http.token) await endSession(shop, hashToken(http.token))
    http.setSession(token)
    return user
  },
  accept: async ({ shop, user, body, http }) => {
    const accepted = await acceptInvitation(shop, user, body.token, http.device)
    http.setSession(accepted.token)
    return accepted.user
  },
}
