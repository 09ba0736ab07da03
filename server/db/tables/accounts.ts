/** The tables of 009-accounts.sql as today's migrations leave them: links sent by mail, addresses that wait. */

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
