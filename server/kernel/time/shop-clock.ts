/** The shop's clock. A rehearsal in a shop with the payment sandbox sets it ahead (decisions/064). */
import { systemClock, type Clock } from './clock.ts'

export type ShopClock = Clock & {
  /** The time outside of a rehearsal. */
  real: Clock
  /** How far the clock is ahead of it, in milliseconds. */
  ahead(): number
  setAhead(milliseconds: number): void
}

export function shopClock(real: Clock = systemClock): ShopClock {
  let ahead = 0
  return {
    real,
    now: () => new Date(real.now().getTime() + ahead),
    ahead: () => ahead,
    setAhead: (milliseconds) => {
      ahead = milliseconds
    },
  }
}

/** The clock, if it can be set ahead; otherwise one that follows it. */
export function asShopClock(clock: Clock | ShopClock = systemClock): ShopClock {
  return 'setAhead' in clock ? clock : shopClock(clock)
}
