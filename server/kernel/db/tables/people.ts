/**
 * The tables of accounts: people, sessions, links that are sent by mail, address books, invitations of staff, and sign-in besides
 * passwords.
 */
import type { Generated } from 'kysely'
import type { ColumnsOf } from '#shared/platform/resources/described.ts'
import type { StaffRole } from '#shared/kernel/roles.ts'
import type { userFields } from '#shared/people/resources/user.ts'
import type { Bit, Versioned } from '../table.ts'

export type Users = ColumnsOf<typeof userFields> & {
  id: string
  password_hash: string
  /** The role of a member of staff. Read it with server/platform/sessions/roles.ts. */
  staff_role: Generated<StaffRole | null>
  search_text: string
  confirmed_email: Generated<string | null>
  created_at: string
  updated_at: string
}

export type Sessions = {
  token_hash: string
  user_id: string
  created_at: string
  last_seen_at: string
  auth_at: string
  ip: string
  user_agent: string
  /** 1 while the session may only set up a second factor. */
  is_limited: Generated<Bit>
}

export type ApiTokens = {
  id: string
  token_hash: string
  /** The last four characters of the token. */
  hint: string
  name: string
  /** JSON list (shared/platform/token-scopes.ts). */
  scopes: string
  user_id: string
  /** The last day on which it works. */
  ends_on: string
  used_at: string | null
  created_at: string
}

export type KnownNetworks = {
  user_id: string
  network_hash: string
  seen_at: string
}

export type AccountLinks = {
  token_hash: string
  purpose: 'reset' | 'confirm' | 'object'
  user_id: string
  email: string
  mail_id: string
  expires_at: string
}

export type EmailChanges = {
  user_id: string
  email: string
  created_at: string
}

export type LinkKeys = {
  id: number
  /** 32 random bytes in base64url. */
  key: string
}

export type RequestedAccounts = {
  order_id: string
  password_hash: string
  requested_at: string
}

export type Addresses = Versioned & {
  user_id: string
  label: Generated<string>
  recipient: string
  address: string
  address2: string
  city: string
  ship_state: string
  postal_code: string
  country: string
  phone: Generated<string>
  is_default: Generated<Bit>
  /** The time of the last order to this address; null if there is none. */
  used_at: string | null
}

export type Invitations = {
  id: string
  email: string
  staff_role: StaffRole
  invited_by: string
  /** Grows with each mail. Only the link in the last mail works. */
  turn: Generated<number>
  created_at: string
  expires_at: string
}

export type Passkeys = {
  id: string
  user_id: string
  name: string
  /** In base64url, like the public key. */
  credential_id: string
  public_key: string
  counter: number
  /** JSON list. */
  transports: string
  created_at: string
  used_at: string | null
}

export type UsedChallenges = {
  challenge_hash: string
  expires_at: string
}

export type AuthenticatorApps = {
  user_id: string
  /** Encrypted (server/people/factors/secret-box.ts). */
  secret: string
  confirmed_at: string | null
  last_step: Generated<number>
  created_at: string
}

export type RecoveryCodes = {
  code_hash: string
  user_id: string
  created_at: string
  used_at: string | null
}

export type SecretKeys = {
  id: number
  /** 32 random bytes in base64url. */
  key: string
}
