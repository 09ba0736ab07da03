/** Limits wrong codes of gift cards, and unknown discount codes. */
import type { Refusal } from '../errors.ts'
import type { Counters } from './counters.ts'
import { networkOf } from './network.ts'
import { inMinutes, refuse, refuseAboveLimit, type Wait } from './refusal.ts'
import { CODES, CODE_GUESSES } from './rules.ts'

/** All networks together have this key. */
const ALL = 'all'

/** @param on false switches the limits off */
export function limitCodes(on: boolean, counters: Counters) {
  const fromNetwork = counters('gift-code', CODES.network)
  const inAll = counters('gift-codes', CODES.all)
  const discountCodes = counters('discount-code', CODE_GUESSES)

  return {
    /**
     * Throws 429 while this network has too many wrong codes. While there are too many in all, also for a network with
     * a single wrong code, so that a guesser needs a new network for each guess and other people can pay.
     */
    async checkCode(ip: string): Promise<void> {
      if (!on) return
      const own = await fromNetwork.get(networkOf(ip))
      if (!own || own.consumedPoints === 0) return
      if (own.consumedPoints >= CODES.network.points) throw wrongCodes(own)
      const all = await inAll.get(ALL)
      if (all && all.consumedPoints >= CODES.all.points) throw wrongCodes(all)
    },
    /** Counts a wrong code. */
    async countWrongCode(ip: string): Promise<void> {
      if (!on) return
      await Promise.all([fromNetwork.penalty(networkOf(ip)), inAll.penalty(ALL)])
    },

    /** Throws 429 while too many unknown discount codes came from this network, also for a known code. */
    async checkDiscountCode(ip: string): Promise<void> {
      if (!on) return
      const state = await discountCodes.get(networkOf(ip))
      if (state && state.consumedPoints >= CODE_GUESSES.points) throw unknownCodes(state)
    },
    /** Counts an unknown discount code. */
    async countDiscountCode(ip: string): Promise<void> {
      if (on) await refuseAboveLimit(discountCodes.consume(networkOf(ip)), unknownCodes)
    },
  }
}

function wrongCodes(wait: Wait): Refusal {
  return refuse(`Too many wrong codes. Please try again in ${inMinutes(wait)}`, wait)
}

function unknownCodes(wait: Wait): Refusal {
  return refuse(`Too many unknown codes. Please try again in ${inMinutes(wait)}`, wait)
}
