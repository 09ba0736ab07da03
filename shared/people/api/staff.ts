/** Staff: who has which role, and invitations by mail. decisions/056-staff-roles.md */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { password, userInfo } from './users.ts'
import { email, id, idParams, instant, message, requiredLine } from '#shared/kernel/fields.ts'
import { STAFF_ROLES } from '#shared/kernel/roles.ts'

const role = z.enum(STAFF_ROLES, 'Choose a role')

const member = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  role,
  /** When a session was last used; null if there is none. */
  seenAt: z.nullable(instant),
  /** Whether the member has an authenticator app or a passkey. */
  hasFactor: z.boolean(),
})
export type StaffMember = z.infer<typeof member>

const invitation = z.object({
  _id: id,
  email: z.string(),
  role,
  invitedBy: z.string(),
  expiresAt: instant,
  isExpired: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

/** The token after `#` in a mailed invitation: the id of the invitation, a dot, and the signature. */
const token = z
  .string('This link is incomplete')
  .check(
    z.regex(
      /^[\w-]{1,40}\.[0-9a-z]{1,9}\.[\w-]{43}$/,
      'This link is incomplete. Open it from the email again',
    ),
  )

export const staff = contract({
  list: {
    method: 'GET',
    path: '/api/staff',
    access: 'owner',
    summary: 'All staff with their roles, and the invitations that are not accepted yet',
    reply: z.object({ staff: z.array(member), invitations: z.array(invitation) }),
  },
  setRole: {
    method: 'PUT',
    path: '/api/staff/:id',
    access: 'owner',
    needsProof: true,
    summary: 'Changes the role of a staff member; `null` removes it, which ends the member’s sessions',
    params: idParams,
    body: z.object({ role: z.nullable(role) }),
    reply: message,
  },
  invite: {
    method: 'POST',
    path: '/api/invitations',
    access: 'owner',
    needsProof: true,
    summary: 'Invites a person to the staff by mail; the link works once, within 48 hours',
    body: z.object({ email, role }),
    reply: z.object({ _id: id, message: z.string() }),
    status: 201,
  },
  resend: {
    method: 'POST',
    path: '/api/invitations/:id/resend',
    access: 'owner',
    summary: 'Mails a new link for an invitation; older links stop working',
    params: idParams,
    reply: message,
  },
  withdraw: {
    method: 'DELETE',
    path: '/api/invitations/:id',
    access: 'owner',
    summary: 'Withdraws an invitation; its link stops working',
    params: idParams,
    reply: message,
  },
  look: {
    method: 'POST',
    path: '/api/invitations/look',
    access: 'public',
    summary: 'What the link of an invitation offers, and whether its address has an account',
    body: z.object({ token }),
    reply: z.object({ email: z.string(), role, invitedBy: z.string(), hasAccount: z.boolean() }),
    limit: 'login',
  },
  join: {
    method: 'POST',
    path: '/api/invitations/join',
    access: 'public',
    summary: 'Accepts an invitation with a new account, and signs in',
    body: z.object({ token, name: requiredLine('Name', 100), password }),
    reply: userInfo,
    limit: 'register',
  },
  accept: {
    method: 'POST',
    path: '/api/invitations/accept',
    access: 'user',
    summary:
      'Accepts an invitation for the signed-in account, whose address must be the invited one; passkeys, second factors and saved payment methods of before are removed',
    body: z.object({ token }),
    /** `removed`: a sentence about what was removed from the account. */
    reply: z.extend(userInfo, { removed: z.optional(z.string()) }),
    limit: 'login',
  },
})
