/** Accounts: sign-in, registration, the profile, and the admin's list of users. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { code } from './factors.ts'
import { email, id, idParams, instant, keyword, line, message, page, paged } from '#shared/kernel/fields.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { userFields } from '../resources/user.ts'
import { STAFF_ROLES, type StaffRole } from '#shared/kernel/roles.ts'

const userSchemas = schemasOf(userFields)

/**
 * The `userInfo` that the browser stores. It is only for display: the server reads the role from the database for every
 * request.
 */
export const userInfo = z.object({
  _id: id,
  ...userSchemas.reply,
  /** The role of staff. Missing for customers, and for owners: they are the admins without a role. */
  role: z.optional(z.enum(STAFF_ROLES)),
  /** Set while the shop requires a second factor that this staff member has not set up yet. */
  needsFactor: z.optional(z.boolean()),
})
export type UserInfo = z.infer<typeof userInfo>

/** The role of a user; null for a customer. */
export function roleOfUser({ isAdmin, role }: Pick<UserInfo, 'isAdmin' | 'role'>): StaffRole | null {
  return role ?? (isAdmin ? 'owner' : null)
}

/** The answer if an email address already has an account. */
export const EMAIL_TAKEN = 'User already exists'

const PASSWORD_MAX = 256

/** Has a maximum length, because hashing megabytes would block the server. The server checks the password policy. */
export const password = z
  .string('Password is required')
  .check(z.maxLength(PASSWORD_MAX, `Password may have ${PASSWORD_MAX} characters at most`))

export const users = contract({
  auth: {
    method: 'POST',
    path: '/api/users/auth',
    access: 'public',
    summary:
      'Signs in and sets the session cookie; 403 with `needs: "code"` if the account has a second factor',
    body: z.object({
      email: line('Email', 254).check(z.toLowerCase()),
      password,
      /** A code of the authenticator app, or a recovery code. Required if the account has a second factor. */
      code: z.optional(code),
    }),
    reply: userInfo,
    limit: 'login',
  },
  register: {
    method: 'POST',
    path: '/api/users',
    access: 'public',
    summary: 'Creates an account and signs in',
    body: z.object({ name: userSchemas.edit.name, email, password }),
    reply: userInfo,
    status: 201,
    limit: 'register',
  },
  logout: {
    method: 'POST',
    path: '/api/users/logout',
    access: 'public',
    summary: 'Ends the session, if there is one',
    reply: message,
  },
  profile: {
    method: 'GET',
    path: '/api/users/profile',
    access: 'user',
    whileLimited: true,
    summary: 'The caller’s own account',
    reply: userInfo,
  },
  updateProfile: {
    method: 'PUT',
    path: '/api/users/profile',
    access: 'user',
    summary:
      'Changes name or password (a blank password keeps the old one). The response already contains a new email, but the new email takes effect when it is confirmed by mail',
    body: z.object({
      name: z.optional(userSchemas.edit.name),
      email: z.optional(email),
      password: z.optional(password),
      /**
       * Required to change the email or the password: always for admins; for customers only if they signed in more than
       * ten minutes ago.
       */
      currentPassword: z.optional(password),
    }),
    reply: userInfo,
    limit: 'login',
  },
  list: {
    method: 'GET',
    path: '/api/users',
    access: 'admin',
    summary: 'All users',
    reply: z.array(userInfo),
  },
  search: {
    method: 'GET',
    path: '/api/users/search',
    access: 'admin',
    summary:
      'Users, newest first or as `sort` says, twenty per page or `pageSize`; `keyword` is words of the name and email, or the beginning of an id',
    query: z.strictObject({ ...paged(['name', 'email']), keyword }),
    reply: z.object({
      users: z.array(z.extend(userInfo, { createdAt: instant, orders: z.int() })),
      page,
      pages: page,
      /** The number of users on all pages. */
      count: z.int(),
    }),
  },
  one: {
    method: 'GET',
    path: '/api/users/:id',
    access: 'admin',
    summary: 'One user',
    params: idParams,
    reply: userInfo,
  },
  update: {
    method: 'PUT',
    path: '/api/users/:id',
    access: 'owner',
    needsProof: true,
    summary: 'Changes a user’s name, email or role; a missing field stays as it is',
    params: idParams,
    body: z.object({
      userId: z.optional(id),
      ...userSchemas.change,
      /** The caller's own password. Required to change the email of an admin. */
      currentPassword: z.optional(password),
    }),
    reply: userInfo,
  },
  remove: {
    method: 'DELETE',
    path: '/api/users/:id',
    access: 'owner',
    needsProof: true,
    summary: 'Deletes an account; its orders stay',
    params: idParams,
    reply: message,
  },
  removeFactors: {
    method: 'DELETE',
    path: '/api/users/:id/factors',
    access: 'owner',
    needsProof: true,
    summary: 'Removes the app, the recovery codes and the passkeys of an account whose owner has lost them',
    params: idParams,
    reply: message,
  },
})
