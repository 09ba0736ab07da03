/** How often one address or one account may ask for something costly. In memory: a restart forgives. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from './errors.ts'

const MINUTES = 60
const RULES = {
  /** Sign-in attempts of one address. */
  login: { points: 30, duration: MINUTES },
  /** Links for a new password that one address asks for: each may be a mail. */
  forgot: { points: 20, duration: 60 * MINUTES },
  register: { points: 60, duration: 60 * MINUTES },
  /** Quotes and validations cost money at the carrier's. */
  shipping: { points: 20, duration: MINUTES },
  /** A suggestion for every few keys, by a quick typist. */
  maps: { points: 120, duration: MINUTES },
  /** Contact messages and wholesale enquiries together: each is a mail to the house. */
  message: { points: 20, duration: 60 * MINUTES },
  /** Calls with pictures; each keeps a core busy for seconds. */
  upload: { points: 300, duration: 60 * MINUTES },
  /** Each may be a question to PayPal; PayPal itself calls from few addresses, often at once. */
  webhook: { points: 600, duration: MINUTES },
  /** Tests of a connection: each is a call to somebody else's server. */
  service: { points: 12, duration: MINUTES },
} as const

/** Wrong passwords for one account from one address; the owner can still sign in from elsewhere. */
const GUESSES = { points: 5, duration: 15 * MINUTES }

/** Letters of the shop to one mailbox that somebody asks for, be it his own or not. */
const LETTERS = { points: 3, duration: 60 * MINUTES }
/** New e-mail addresses that one account asks for: each is a letter to somebody. */
const CHANGES = { points: 10, duration: 60 * MINUTES }

export type Limits = ReturnType<typeof createLimits>

/** @param on false lets everything through, for benchmarks and load tests that come from one address */
export function createLimits(on: boolean) {
  const byRule = Object.fromEntries(
    Object.entries(RULES).map(([name, rule]) => [name, new RateLimiterMemory({ ...rule, keyPrefix: name })]),
  ) as Record<keyof typeof RULES, RateLimiterMemory>
  const letters = new RateLimiterMemory({ ...LETTERS, keyPrefix: 'letter' })
  const changes = new RateLimiterMemory({ ...CHANGES, keyPrefix: 'change' })
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
    /** Counts a letter to a mailbox; false when it has had enough of them. */
    async mayWriteTo(email: string): Promise<boolean> {
      if (!on) return true
      return letters.consume(email).then(
        () => true,
        () => false,
      )
    },
    /** Counts a letter to an address that an account wants to have; throws 429 when it is one too many for either. */
    async countChange(userId: string, email: string): Promise<void> {
      if (!on) return
      await orRefuse(changes.consume(userId))
      await orRefuse(letters.consume(email))
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
