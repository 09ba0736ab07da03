/** Tables of sign-in besides passwords: passkeys, authenticator apps and recovery codes. */
import type { Generated } from 'kysely'

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
