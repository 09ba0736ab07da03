/**
 * The networks that limits are counted for, and those from which an account was signed in to: its owner can still sign in from
 * them while others guess the password.
 */
import { isIPv6 } from 'node:net'
import { createHash } from 'node:crypto'
import { DAY, isoIn, isoNow, type Clock } from '../time/clock.ts'
import type { Db } from '../db/schema.ts'

const IPV4_IN_IPV6 = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/**
 * The network of an address. Providers give every IPv6 customer at least a /64, so one machine can have 2^64 addresses.
 * They count as one network. An IPv4-mapped IPv6 address counts as its IPv4 address.
 * @param ip an address as formatted by Node; any other text is returned unchanged
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return ip
  // The URL parser normalizes IPv6 addresses to lower-case hexadecimal.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = IPV4_IN_IPV6.exec(canonical) ?? []
  if (high && low) return toIpv4(Number.parseInt(high, 16), Number.parseInt(low, 16))
  const [head = '', tail = ''] = canonical.split('::')
  const groups = [partsOf(head), partsOf(tail)] as const
  const zeros = Array<string>(8 - groups[0].length - groups[1].length).fill('0')
  return `${[...groups[0], ...zeros, ...groups[1]].slice(0, 4).join(':')}::/64`
}

function partsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

function toIpv4(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

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
