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
