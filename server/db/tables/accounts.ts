/** The tables of 009-accounts.sql: links sent by mail, and new email addresses that are not confirmed yet. */

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
