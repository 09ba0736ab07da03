/**
 * Challenges for passkeys. They are signed, so nothing is stored for a visitor who only opens the sign-in page. A used
 * challenge is stored until it expires, so that it is accepted only once. All times are real ones: in a rehearsal, the clock may
 * be moved while a person touches the security key.
 */
import { randomBytes } from 'node:crypto'
import type { Db } from '#server/kernel/db/schema.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { checkLink, signLink } from '#server/platform/sessions/signed-links.ts'
import type { Shop } from '#server/platform/shop.ts'
import { MINUTE, isoIn, isoNow } from '#server/kernel/time/clock.ts'

const LIFETIME = 10 * MINUTE

/** What a challenge is for: using a passkey of any account, or creating a passkey for this account. */
export type Purpose = 'get' | `create ${string}`

type Real = Pick<Shop, 'db' | 'realClock'>

const real = ({ db, realClock }: Real) => ({ db, clock: realClock })

/** A new challenge. */
export async function newChallenge(shop: Real, purpose: Purpose): Promise<string> {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${await signLink(real(shop), 'passkey', `${purpose} ${nonce}`, LIFETIME)}`
}

/** Whether a challenge was made for this purpose and has not expired. @param encoded as the browser repeats it, in base64url */
export async function isOurChallenge(shop: Real, purpose: Purpose, encoded: string): Promise<boolean> {
  const [nonce = '', ...token] = Buffer.from(encoded, 'base64url').toString().split('.')
  return (await checkLink(real(shop), 'passkey', `${purpose} ${nonce}`, token.join('.'))) === 'valid'
}

/** The query that uses up a challenge. It inserts no row if the challenge was used before. */
export function useUpChallenge(db: Db, { realClock }: Pick<Shop, 'realClock'>, encoded: string) {
  return db
    .insertInto('used_challenges')
    .values({ challenge_hash: hashToken(encoded), expires_at: isoIn(realClock, LIFETIME) })
    .onConflict((taken) => taken.column('challenge_hash').doNothing())
}

/** Deletes challenges that have expired. */
export async function sweepChallenges({ db, realClock }: Shop): Promise<void> {
  await db.deleteFrom('used_challenges').where('expires_at', '<', isoNow(realClock)).execute()
}
