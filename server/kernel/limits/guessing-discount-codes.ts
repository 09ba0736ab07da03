/** Limits unknown discount codes. */
import type { Refusal } from '../errors.ts'
import type { Counters } from './counters.ts'
import { networkOf } from './network.ts'
import { inMinutes, refuse, refuseAboveLimit, type Wait } from './refusal.ts'
import { CODE_GUESSES } from './rules.ts'

/** @param on false switches the limits off */
export function limitDiscountCodes(on: boolean, counters: Counters) {
  const codes = counters('discount-code', CODE_GUESSES)

  return {
    /** Throws 429 while too many unknown discount codes came from this network, also for a known code. */
    async checkDiscountCode(ip: string): Promise<void> {
      if (!on) return
      const state = await codes.get(networkOf(ip))
      if (state && state.consumedPoints >= CODE_GUESSES.points) throw unknownCodes(state)
    },
    /** Counts an unknown discount code. */
    async countDiscountCode(ip: string): Promise<void> {
      if (on) await refuseAboveLimit(codes.consume(networkOf(ip)), unknownCodes)
    },
  }
}

function unknownCodes(wait: Wait): Refusal {
  return refuse(`Too many unknown codes. Please try again in ${inMinutes(wait)}`, wait)
}
