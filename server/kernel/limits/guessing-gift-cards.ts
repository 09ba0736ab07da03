/** Limits wrong codes of gift cards. */
import type { Refusal } from '../errors.ts'
import type { Counters } from './counters.ts'
import { networkOf } from './network.ts'
import { inMinutes, refuse, type Wait } from './refusal.ts'
import { GIFT_CARD_GUESSES } from './rules.ts'

/** The key of the count for all networks together. */
const ALL = 'all'

/** @param on false switches the limits off */
export function limitGiftCards(on: boolean, counters: Counters) {
  const fromNetwork = counters('giftcard', GIFT_CARD_GUESSES.network)
  const inAll = counters('giftcards', GIFT_CARD_GUESSES.all)

  return {
    /**
     * Throws 429 while this network has too many wrong codes. While there are too many in total, throws 429 also for a
     * network with a single wrong code. An attacker then needs a new network for each guess, and other people can still
     * pay.
     */
    async checkGiftCard(ip: string): Promise<void> {
      if (!on) return
      const own = await fromNetwork.get(networkOf(ip))
      if (!own || own.consumedPoints === 0) return
      if (own.consumedPoints >= GIFT_CARD_GUESSES.network.points) throw wrongCodes(own)
      const all = await inAll.get(ALL)
      if (all && all.consumedPoints >= GIFT_CARD_GUESSES.all.points) throw wrongCodes(all)
    },
    /** Counts a wrong code. */
    async countWrongGiftCard(ip: string): Promise<void> {
      if (!on) return
      await Promise.all([fromNetwork.penalty(networkOf(ip)), inAll.penalty(ALL)])
    },
  }
}

function wrongCodes(wait: Wait): Refusal {
  return refuse(`Too many wrong codes. Please try again in ${inMinutes(wait)}`, wait)
}
