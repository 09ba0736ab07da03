/**
 * The networks from which an account was signed in to. The owner can still sign in from them while others guess the
 * password.
 */
import { createHash } from 'node:crypto'
import { DAY, isoIn, isoNow, type Clock } from '../time/clock.ts'
import type { Db } from '../db/schema.ts'
import { networkOf } from './network.ts'

/** The period that the privacy policy states (server/content/site-pages/texts/privacy-policy.md). */
const KEEP_FOR = 90 * DAY

type Context = { db: Db; clock: Clock }

/** Stores the network of this address as a known network of the account. Call it after a sign-in. */
export async function rememberNetwork({ db, clock }: Context, userId: string, ip: string): Promise<void> {
  const seen_at = isoNow(clock)
  await db
    .insertInto('known_networks')
    .values({ user_id: userId, network_hash: hashOf(userId, networkOf(ip)), seen_at })
    .onConflict((taken) => taken.columns(['user_id', 'network_hash']).doUpdateSet({ seen_at }))
    .execute()
}

/**
 * Whether an account was signed in to from the network of this address within 90 days. Sessions count too: they may be
 * older than the table of known networks.
 */
export async function isKnownNetwork({ db, clock }: Context, userId: string, ip: string): Promise<boolean> {
  const network = networkOf(ip)
  const known = await db
    .selectFrom('known_networks')
    .select('seen_at')
    .where('user_id', '=', userId)
    .where('network_hash', '=', hashOf(userId, network))
    .where('seen_at', '>', isoIn(clock, -KEEP_FOR))
    .executeTakeFirst()
  if (known) return true
  const sessions = await db.selectFrom('sessions').select('ip').where('user_id', '=', userId).execute()
  return sessions.some((session) => networkOf(session.ip) === network)
}

/** Deletes rows that are too old to count. */
export async function sweepNetworks({ db, clock }: Context): Promise<void> {
  await db.deleteFrom('known_networks').where('seen_at', '<', isoIn(clock, -KEEP_FOR)).execute()
}

/** The hash of a network. It includes the user id, so that the table does not show which accounts share a network. */
function hashOf(userId: string, network: string): string {
  return createHash('sha256').update(`${userId} ${network}`).digest('base64url')
}
