/** Limits guesses: wrong passwords, at sign-in and wherever one must be entered, and wrong codes of a second factor. */
import type { Refusal } from '../errors.ts'
import type { Counters } from './counters.ts'
import { networkOf } from './network.ts'
import { inMinutes, refuseAboveLimit, refuse, type Wait } from './refusal.ts'
import { GUESSES } from './rules.ts'

/** An attempt to sign in with a password. */
export type Guess = {
  /** Identifies the account: its id, or the email if there is no such account. */
  account: string
  ip: string
  /**
   * Whether the account was signed in to from this network before. Called only if the limit for unknown networks is
   * used up.
   */
  isKnown: () => Promise<boolean>
}

const ownKey = ({ account, ip }: Pick<Guess, 'account' | 'ip'>) => `${account} ${networkOf(ip)}`

/** @param on false switches the limits off */
export function limitGuesses(on: boolean, counters: Counters) {
  const fromNetwork = counters('guess', GUESSES.guess)
  const atAccount = counters('account', GUESSES.account)
  const codes = counters('code', GUESSES.code)
  const current = counters('current', GUESSES.current)

  return {
    /** Throws 429 while this account has too many wrong passwords, from this network or in total. */
    async checkGuess(guess: Guess): Promise<void> {
      if (!on) return
      const [own, all] = await Promise.all([fromNetwork.get(ownKey(guess)), atAccount.get(guess.account)])
      if (own && own.consumedPoints >= GUESSES.guess.points) throw wrongPasswords(own)
      if (all && all.consumedPoints >= GUESSES.account.points && !(await guess.isKnown()))
        throw wrongPasswords(all)
    },
    /**
     * Counts a wrong password. Throws 429 above the limit. The response then does not reveal whether the password was
     * wrong.
     */
    async countGuess(guess: Guess): Promise<void> {
      if (!on) return
      await refuseAboveLimit(fromNetwork.consume(ownKey(guess)), wrongPasswords)
      const all = await atAccount.penalty(guess.account)
      if (all.consumedPoints > GUESSES.account.points && !(await guess.isKnown())) throw wrongPasswords(all)
    },
    /**
     * Call after the right password. Removes the wrong guesses from this network, but not the guesses from other
     * networks.
     */
    async forgiveGuesses(guess: Guess): Promise<void> {
      if (!on) return
      const [own, all] = await Promise.all([fromNetwork.get(ownKey(guess)), atAccount.get(guess.account)])
      if (!own) return
      await fromNetwork.delete(ownKey(guess))
      const back = Math.min(own.consumedPoints, all?.consumedPoints ?? 0)
      if (back > 0) await atAccount.reward(guess.account, back)
    },
    /** Call after a password reset by mail. Removes the counts, so that the owner can sign in at once. */
    async forgetGuesses(account: string, ip: string): Promise<void> {
      if (on)
        await Promise.all([
          fromNetwork.delete(ownKey({ account, ip })),
          atAccount.delete(account),
          codes.delete(account),
        ])
    },

    /** Counts a code of the second factor before it is checked. Throws 429 above the limit. */
    async countCode(userId: string): Promise<void> {
      if (on) await refuseAboveLimit(codes.consume(userId), wrongCodes)
    },
    /** Call after the right code. Removes the count. */
    async forgiveCodes(userId: string): Promise<void> {
      if (on) await codes.delete(userId)
    },

    /** Throws 429 while this account has too many wrong current passwords. */
    async checkCurrentPassword(userId: string): Promise<void> {
      if (!on) return
      const state = await current.get(userId)
      if (state && state.consumedPoints >= GUESSES.current.points) throw wrongCurrent(state)
    },
    /** Counts a wrong current password. Throws 429 above the limit. */
    async countCurrentPassword(userId: string): Promise<void> {
      if (on) await refuseAboveLimit(current.consume(userId), wrongCurrent)
    },
    /** Call after the right current password. Removes the count. */
    async forgiveCurrentPassword(userId: string): Promise<void> {
      if (on && (await current.get(userId))) await current.delete(userId)
    },
  }
}

function wrongPasswords(wait: Wait): Refusal {
  const message = `Too many wrong passwords. Please try again in ${inMinutes(wait)}`
  return refuse(`${message}, or set a new one by mail under Forgot your password`, wait)
}

function wrongCodes(wait: Wait): Refusal {
  return refuse(`Too many wrong codes. Please try again in ${inMinutes(wait)}, or use a passkey`, wait)
}

function wrongCurrent(wait: Wait): Refusal {
  const message = `Too many wrong passwords. Please try again in ${inMinutes(wait)}`
  return refuse(`${message}, or sign out and in again`, wait)
}
