/** Refuses requests above a limit: 429 with Retry-After. */
import { RateLimiterRes } from 'rate-limiter-flexible'
import { plural } from '#shared/kernel/counts.ts'
import { Refusal } from '../errors.ts'

/** Milliseconds until the counter is reset. */
export type Wait = Pick<RateLimiterRes, 'msBeforeNext'>

/** Returns false if the count is above the limit. Rethrows other errors of the counter. */
export async function isWithin(counted: Promise<unknown>): Promise<boolean> {
  return (await exceeded(counted)) === null
}

/** Throws a refusal if the count is above the limit. */
export async function refuseAboveLimit(
  counted: Promise<unknown>,
  refusal: (wait: Wait) => Refusal = tooMany,
): Promise<void> {
  const wait = await exceeded(counted)
  if (wait) throw refusal(wait)
}

async function exceeded(counted: Promise<unknown>): Promise<Wait | null> {
  try {
    await counted
    return null
  } catch (error) {
    if (error instanceof RateLimiterRes) return error
    throw error
  }
}

function tooMany(wait: Wait): Refusal {
  return refuse('Too many requests. Please wait a little and try again', wait)
}

export function refuse(message: string, { msBeforeNext }: Wait): Refusal {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new Refusal(429, message, {}, { 'retry-after': String(seconds) })
}

/** The wait as text in minutes, rounded up. */
export function inMinutes({ msBeforeNext }: Wait): string {
  const minutes = Math.max(1, Math.ceil(msBeforeNext / 60_000))
  return plural(minutes, 'a minute', `${minutes} minutes`)
}
