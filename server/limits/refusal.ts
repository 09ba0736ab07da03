/** How a count becomes an answer: 429 with Retry-After. */
import { RateLimiterRes } from 'rate-limiter-flexible'
import { plural } from '#shared/counts.ts'
import { Refusal } from '../errors.ts'

/** How long until a counter begins anew, in milliseconds. */
export type Wait = Pick<RateLimiterRes, 'msBeforeNext'>

/** False when a count was one too many. Throws what the counter itself throws. */
export async function isWithin(counted: Promise<unknown>): Promise<boolean> {
  return (await overrun(counted)) === null
}

/** Throws a refusal when a count was one too many. */
export async function orRefuse(
  counted: Promise<unknown>,
  refusal: (wait: Wait) => Refusal = tooMany,
): Promise<void> {
  const wait = await overrun(counted)
  if (wait) throw refusal(wait)
}

async function overrun(counted: Promise<unknown>): Promise<Wait | null> {
  try {
    await counted
    return null
  } catch (error) {
    if (error instanceof RateLimiterRes) return error
    throw error
  }
}

function tooMany(wait: Wait): Refusal {
  return refuse('Too many tries. Please wait a little and try again', wait)
}

export function refuse(words: string, { msBeforeNext }: Wait): Refusal {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new Refusal(429, words, {}, { 'retry-after': String(seconds) })
}

/** A wait in words, rounded up. */
export function inMinutes({ msBeforeNext }: Wait): string {
  const minutes = Math.max(1, Math.ceil(msBeforeNext / 60_000))
  return plural(minutes, 'a minute', `${minutes} minutes`)
}
