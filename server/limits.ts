/** How often one address or one account may ask for something costly. In memory: a restart forgives. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from './errors.ts'

const MINUTES = 60
const RULES = {
  /** Sign-in attempts of one address. */
  login: { points: 30, duration: MINUTES },
  register: { points: 60, duration: 60 * MINUTES },
  /** Quotes and validations cost money at the carrier's. */
  shipping: { points: 20, duration: MINUTES },
  /** A suggestion for every few keys, by a quick typist. */
  maps: { points: 120, duration: MINUTES },
  /** Contact messages and wholesale enquiries together: each is a mail to the house. */
  message: { points: 20, duration: 60 * MINUTES },
  /** Calls with pictures; each keeps a core busy for seconds. */
  upload: { points: 300, duration: 60 * MINUTES },
  /** Tests of a connection: each is a call to somebody else's server. */
  service: { points: 12, duration: MINUTES },
} as const

/** Wrong passwords for one account from one address; the owner can still sign in from elsewhere. */
const GUESSES = { points: 5, duration: 15 * MINUTES }

export type Limits = ReturnType<typeof createLimits>

/** @param on false lets everything through, for benchmarks and load tests that come from one address */
export function createLimits(on: boolean) {
  const byRule = Object.fromEntries(
    Object.entries(RULES).map(([name, rule]) => [name, new RateLimiterMemory({ ...rule, keyPrefix: name })]),
  ) as Record<keyof typeof RULES, RateLimiterMemory>
  const guesses = new RateLimiterMemory({ ...GUESSES, keyPrefix: 'guess' })

  return {
    /** Counts one call; throws 429 with Retry-After when it is one too many. */
    async count(rule: keyof typeof RULES, ip: string): Promise<void> {
      if (on) await orRefuse(byRule[rule].consume(ip))
    },
    /** Throws 429 while too many wrong passwords stand against this account from this address. */
    async checkGuesses(email: string, ip: string): Promise<void> {
      if (!on) return
      const state = await guesses.get(`${email} ${ip}`)
      if (state && state.consumedPoints >= GUESSES.points) throw tooMany(state.msBeforeNext)
    },
    async countGuess(email: string, ip: string): Promise<void> {
      if (on) await guesses.penalty(`${email} ${ip}`)
    },
    async forgiveGuesses(email: string, ip: string): Promise<void> {
      if (on) await guesses.delete(`${email} ${ip}`)
    },
  }
}

async function orRefuse(consumed: Promise<unknown>): Promise<void> {
  try {
    await consumed
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext)
    throw error
  }
}

function tooMany(milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  return new Refusal(
    429,
    'Too many tries. Please wait a little and try again',
    {},
    { 'retry-after': String(seconds) },
  )
}
