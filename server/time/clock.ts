/** Time and ids, handed in so that tests decide both. */
import { randomBytes } from 'node:crypto'

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

let lastTime = 0
let inThisMillisecond = 0

/**
 * A new row id: 22 characters, of which 9 tell the time and 3 count within the millisecond (so that rows sort as
 * they were made) and 10 are chance (50 bits; no access rests on an id being secret).
 */
export function newId(clock: Clock): string {
  const time = clock.now().getTime()
  inThisMillisecond = time === lastTime ? inThisMillisecond + 1 : 0
  lastTime = time
  let tail = ''
  for (const byte of randomBytes(10)) tail += ALPHABET[byte & 31]
  return base32(time, 9) + base32(inThisMillisecond, 3) + tail
}

function base32(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = ALPHABET[rest % 32] + text
  return text
}
