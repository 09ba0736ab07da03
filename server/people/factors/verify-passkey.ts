/**
 * Checks the answers of passkeys. The user must be verified by the device, with a fingerprint, a face or a PIN, so that a
 * passkey is two factors at once.
 */
import { randomBytes } from 'node:crypto'
import type { NewCredential, PasskeyAnswer } from '#shared/people/api/passkeys.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import type { PasskeyRow, Db } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { type SignedIn, hashToken } from '#server/platform/sessions/sessions.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, MINUTE, isoIn } from '#server/kernel/time/clock.ts'
import { checkLink, signLink } from '#server/platform/sessions/signed-links.ts'

/** The library, which takes 28 MB of memory, is loaded with the first passkey that is created or used. */
const library = () => import('@simplewebauthn/server')

/**
 * The algorithms of all platforms: EdDSA, ES256 and RS256 (https://www.iana.org/assignments/cose). Without this list, the
 * library tests for algorithms that are experimental in Node, which then prints a warning.
 */
const ALGORITHMS = [-8, -7, -257]

type Json = Record<string, unknown> & { challenge: string }

/** The options with which a browser creates a passkey. @param existing those of the account, which are not offered again */
export async function creationOptions(
  shop: Shop,
  user: SignedIn,
  existing: Pick<PasskeyRow, 'credential_id' | 'transports'>[],
): Promise<Json> {
  const [{ roasters }, { generateRegistrationOptions }] = await Promise.all([businessOf(shop), library()])
  const options = await generateRegistrationOptions({
    rpName: roasters,
    rpID: domainOf(shop),
    userName: user.email,
    userDisplayName: user.name,
    userID: Buffer.from(user._id),
    challenge: await newChallenge(shop, `create ${user._id}`),
    excludeCredentials: existing.map((row) => ({
      id: row.credential_id,
      transports: JSON.parse(row.transports) as string[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return { ...options }
}

/** The options with which a browser asks for a passkey of any account. Written here, so that a visit does not load the library. */
export async function requestOptions(shop: Shop): Promise<Json> {
  const challenge = await newChallenge(shop, 'get')
  return {
    challenge: Buffer.from(challenge).toString('base64url'),
    rpId: domainOf(shop),
    allowCredentials: [],
    userVerification: 'required',
  }
}

/** The columns of a new passkey. Throws 400 if the browser's answer does not belong to options of this account. */
export async function verifyCreation(shop: Shop, user: SignedIn, { response, ...answer }: NewCredential) {
  const { verifyRegistrationResponse } = await library()
  const verified = await orRefused(
    verifyRegistrationResponse({
      response: { ...answer, response: { ...response, transports: [] }, clientExtensionResults: {} },
      ...expectations(shop, `create ${user._id}`),
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified.verified) throw refused()
  const { id, publicKey, counter } = verified.registrationInfo.credential
  await useUp(shop, response.clientDataJSON)
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(response.transports ?? []),
  }
}

/**
 * The passkey of an answer, which is recorded as used. Throws 400 if no account has it, or if the answer is forged,
 * expired or was used before.
 */
export async function verifyAnswer(shop: Shop, { response, ...answer }: PasskeyAnswer): Promise<PasskeyRow> {
  const row = await shop.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', answer.id)
    .executeTakeFirst()
  // The browser signals it as unknown, so that it is not offered again.
  if (!row) throw new Refusal(400, UNKNOWN, { code: 'passkey', unknownTo: domainOf(shop) })
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await orRefused(
    verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      credential: {
        id: row.credential_id,
        publicKey: Buffer.from(row.public_key, 'base64url'),
        counter: row.counter,
      },
      ...expectations(shop, 'get'),
    }),
  )
  const { userHandle } = response
  const isOfUser = userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === row.user_id
  if (!verified || !isOfUser) throw refused()
  const used = { counter: authenticationInfo.newCounter, used_at: isoNow(shop.clock) }
  await useUp(shop, response.clientDataJSON, {
    // The condition refuses a second answer with the same counter, which comes from a copied authenticator.
    query: shop.db
      .updateTable('passkeys')
      .set(used)
      .where('id', '=', row.id)
      .where('counter', '=', row.counter),
    rows: 1,
  })
  return { ...row, ...used }
}

const UNKNOWN = 'No account has this passkey. It may have been removed from the account'

function expectations(shop: Shop, purpose: Purpose) {
  return {
    expectedChallenge: (challenge: string) => isOurChallenge(shop, purpose, challenge),
    expectedOrigin: originOf(shop.config),
    expectedRPID: domainOf(shop),
    requireUserVerification: true,
  }
}

/** The domain that passkeys belong to. */
export function domainOf(shop: Shop): string {
  return new URL(originOf(shop.config)).hostname
}

/** Uses up the challenge of an answer, together with another change. Throws 400 if it was used before. */
async function useUp(
  shop: Shop,
  clientDataJSON: string,
  ...others: Parameters<typeof allOrNone>[1][number][]
): Promise<void> {
  const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as Json
  const first = { query: useUpChallenge(shop.db, shop, challenge), rows: 1 }
  if (await allOrNone(shop.db, [first, ...others])) throw refused()
}

/** The library throws for every answer that it does not accept, also for bytes that it cannot read. */
async function orRefused<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification
  } catch {
    throw refused()
  }
}

function refused(): Refusal {
  return new Refusal(400, 'The passkey could not be checked. Please try again', { code: 'passkey' })
}

const LIFETIME = 10 * MINUTE

/** What a challenge is for: using a passkey of any account, or creating a passkey for this account. */
export type Purpose = 'get' | `create ${string}`

type Real = Pick<Shop, 'db' | 'realClock'>

const real = ({ db, realClock }: Real) => ({ db, clock: realClock })

/** A new challenge. */
async function newChallenge(shop: Real, purpose: Purpose): Promise<string> {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${await signLink(real(shop), 'passkey', `${purpose} ${nonce}`, LIFETIME)}`
}

/** Whether a challenge was made for this purpose and has not expired. @param encoded as the browser repeats it, in base64url */
async function isOurChallenge(shop: Real, purpose: Purpose, encoded: string): Promise<boolean> {
  const [nonce = '', ...token] = Buffer.from(encoded, 'base64url').toString().split('.')
  return (await checkLink(real(shop), 'passkey', `${purpose} ${nonce}`, token.join('.'))) === 'valid'
}

/** The query that uses up a challenge. It inserts no row if the challenge was used before. */
function useUpChallenge(db: Db, { realClock }: Pick<Shop, 'realClock'>, encoded: string) {
  return db
    .insertInto('used_challenges')
    .values({ challenge_hash: hashToken(encoded), expires_at: isoIn(realClock, LIFETIME) })
    .onConflict((taken) => taken.column('challenge_hash').doNothing())
}

/** Deletes challenges that have expired. */
export async function sweepChallenges({ db, realClock }: Shop): Promise<void> {
  await db.deleteFrom('used_challenges').where('expires_at', '<', isoNow(realClock)).execute()
}
