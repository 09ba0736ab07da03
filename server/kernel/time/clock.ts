/** The clock and row ids. The clock is passed as an argument, so that tests can set the time. */
import { randomFillSync } from 'node:crypto'

export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export function isoNow(clock: Clock): string {
  return clock.now().toISOString()
}

export function isoIn(clock: Clock, milliseconds: number): string {
  return new Date(clock.now().getTime() + milliseconds).toISOString()
}

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Random bytes that are generated in advance, because a call of the generator takes longer than all other work for an
 * id.
 */
const pool = new Uint8Array(2560)
let used = pool.length

let lastTime = 0
let inThisMillisecond = 0

/**
 * Returns a new row id of 22 characters: 9 for the time in milliseconds, 3 for a counter, and 10 random characters. Ids
 * sort by time of creation. The random part has 50 bits, which is enough because ids are not secrets.
 */
export function newId(clock: Clock): string {
  const time = clock.now().getTime()
  inThisMillisecond = time === lastTime ? inThisMillisecond + 1 : 0
  lastTime = time
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  let tail = ''
  for (const end = used + 10; used < end; used++) tail += ALPHABET[pool[used]! & 31]
  return base32(time, 9) + base32(inThisMillisecond, 3) + tail
}

function base32(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = ALPHABET[rest % 32] + text
  return text
}

/** The shop's clock. A rehearsal in a shop with the payment sandbox sets it ahead (decisions/064). */
export type ShopClock = Clock & {
  /** The time outside of a rehearsal. */
  real: Clock
  /** How far the clock is ahead of it, in milliseconds. */
  ahead(): number
  setAhead(milliseconds: number): void
}

export function shopClock(real: Clock = systemClock): ShopClock {
  let ahead = 0
  return {
    real,
    now: () => new Date(real.now().getTime() + ahead),
    ahead: () => ahead,
    setAhead: (milliseconds) => {
      ahead = milliseconds
    },
  }
}

/** The clock, if it can be set ahead; otherwise one that follows it. */
export function asShopClock(clock: Clock | ShopClock = systemClock): ShopClock {
  return 'setAhead' in clock ? clock : shopClock(clock)
}
