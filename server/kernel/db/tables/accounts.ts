/**
 * Tables of accounts: links sent by mail, new email addresses that are not confirmed yet, address books, and invitations
 * of staff.
 */
import type { Generated } from 'kysely'
import type { StaffRole } from '#shared/kernel/roles.ts'
import type { Bit } from './shop.ts'

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

export type Addresses = {
  id: string
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
  version: Generated<number>
  /** The time of the last order to this address; null if there is none. */
  used_at: string | null
  created_at: string
  updated_at: string
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
