/**
 * Limits guesses: wrong passwords, at sign-in and wherever one must be entered, wrong codes of a second factor, wrong codes of
 * gift cards, and unknown discount codes.
 */
import { type Counters, inMinutes, refuseAboveLimit, refuse, type Wait } from './counters.ts'
import { networkOf } from './networks.ts'
import { GUESSES, GIFT_CARD_GUESSES, CODE_GUESSES } from './rules.ts'

/** Returns the function that makes the refusal. */
const tooMany =
  (what: string, advice = '') =>
  (wait: Wait) =>
    refuse(`Too many ${what}. Please try again in ${inMinutes(wait)}${advice}`, wait)

const wrongPasswords = tooMany('wrong passwords', ', or set a new one by mail under Forgot your password')
const wrongCurrent = tooMany('wrong passwords', ', or sign out and in again')
const wrongCodes = tooMany('wrong codes', ', or use a passkey')
const wrongCardCodes = tooMany('wrong codes')
const unknownCodes = tooMany('unknown codes')

/** An attempt to sign in with a password. */
type Guess = {
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

export function limitGuesses(counters: Counters) {
  const fromNetwork = counters('guess', GUESSES.guess)
  const atAccount = counters('account', GUESSES.account)
  const codes = counters('code', GUESSES.code)
  const current = counters('current', GUESSES.current)

  return {
    /** Throws 429 while this account has too many wrong passwords, from this network or in total. */
    async checkGuess(guess: Guess): Promise<void> {
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
      await refuseAboveLimit(fromNetwork.consume(ownKey(guess)), wrongPasswords)
      const all = await atAccount.penalty(guess.account)
      if (all.consumedPoints > GUESSES.account.points && !(await guess.isKnown())) throw wrongPasswords(all)
    },
    /**
     * Call after the right password. Removes the wrong guesses from this network, but not the guesses from other
     * networks.
     */
    async forgiveGuesses(guess: Guess): Promise<void> {
      const [own, all] = await Promise.all([fromNetwork.get(ownKey(guess)), atAccount.get(guess.account)])
      if (!own) return
      await fromNetwork.delete(ownKey(guess))
      const back = Math.min(own.consumedPoints, all?.consumedPoints ?? 0)
      if (back > 0) await atAccount.reward(guess.account, back)
    },
    /** Call after a password reset by mail. Removes the counts, so that the owner can sign in at once. */
    async forgetGuesses(account: string, ip: string): Promise<void> {
      await Promise.all([
        fromNetwork.delete(ownKey({ account, ip })),
        atAccount.delete(account),
        codes.delete(account),
      ])
    },

    /** Counts a code of the second factor before it is checked. Throws 429 above the limit. */
    async countCode(userId: string): Promise<void> {
      await refuseAboveLimit(codes.consume(userId), wrongCodes)
    },
    /** Call after the right code. Removes the count. */
    async forgiveCodes(userId: string): Promise<void> {
      await codes.delete(userId)
    },

    /** Throws 429 while this account has too many wrong current passwords. */
    async checkCurrentPassword(userId: string): Promise<void> {
      const state = await current.get(userId)
      if (state && state.consumedPoints >= GUESSES.current.points) throw wrongCurrent(state)
    },
    /** Counts a wrong current password. Throws 429 above the limit. */
    async countCurrentPassword(userId: string): Promise<void> {
      await refuseAboveLimit(current.consume(userId), wrongCurrent)
    },
    /** Call after the right current password. Removes the count. */
    async forgiveCurrentPassword(userId: string): Promise<void> {
      if (await current.get(userId)) await current.delete(userId)
    },
  }
}

/** The key of the count for all networks together. */
const ALL = 'all'

export function limitGiftCards(counters: Counters) {
  const fromNetwork = counters('giftcard', GIFT_CARD_GUESSES.network)
  const inAll = counters('giftcards', GIFT_CARD_GUESSES.all)

  return {
    /**
     * Throws 429 while this network has too many wrong codes. While there are too many in total, throws 429 also for a
     * network with a single wrong code. An attacker then needs a new network for each guess, and other people can still
     * pay.
     */
    async checkGiftCard(ip: string): Promise<void> {
      const own = await fromNetwork.get(networkOf(ip))
      if (!own || own.consumedPoints === 0) return
      if (own.consumedPoints >= GIFT_CARD_GUESSES.network.points) throw wrongCardCodes(own)
      const all = await inAll.get(ALL)
      if (all && all.consumedPoints >= GIFT_CARD_GUESSES.all.points) throw wrongCardCodes(all)
    },
    /** Counts a wrong code. */
    async countWrongGiftCard(ip: string): Promise<void> {
      await Promise.all([fromNetwork.penalty(networkOf(ip)), inAll.penalty(ALL)])
    },
  }
}

export function limitDiscountCodes(counters: Counters) {
  const codes = counters('discount-code', CODE_GUESSES)

  return {
    /** Throws 429 while too many unknown discount codes came from this network, also for a known code. */
    async checkDiscountCode(ip: string): Promise<void> {
      const state = await codes.get(networkOf(ip))
      if (state && state.consumedPoints >= CODE_GUESSES.points) throw unknownCodes(state)
    },
    /** Counts an unknown discount code. */
    async countDiscountCode(ip: string): Promise<void> {
      await refuseAboveLimit(codes.consume(networkOf(ip)), unknownCodes)
    },
  }
}
