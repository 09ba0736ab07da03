/** The faults that tests can cause in a sandbox. All services have the same faults. */

/**
 * Four faults prevent the call: `refuse` closes the connection, `error` responds with 500, `busy` with 429 and
 * Retry-After, `wrong-page` with 200 and an unrelated web page.
 * The other faults change only the response. The call itself has its effect. `latency` delays the response, `hang`
 * never sends it, `drop` closes the connection, `garbage` sends truncated JSON, `drip` sends one byte at a time.
 */
export const FAULTS = [
  'refuse',
  'error',
  'busy',
  'wrong-page',
  'latency',
  'hang',
  'drop',
  'garbage',
  'drip',
] as const

export type FaultKind = (typeof FAULTS)[number]

export type Fault = {
  kind: FaultKind
  /** The affected calls, by the sandbox's names for them; all calls if missing. */
  call?: string | undefined
  /** The number of affected calls; 1 if missing. With `Infinity`, the fault lasts until `clearFaults()`. */
  times?: number | undefined
  /** In milliseconds, 1000 if missing: the delay of `latency`, or the time between two bytes of `drip`. */
  ms?: number | undefined
}

export type ActiveFault = { kind: FaultKind; ms: number }

/** The faults that still wait for a call, in the order in which they were added. */
export function faultQueue() {
  let waiting: { fault: Fault; left: number }[] = []
  return {
    add({ ...fault }: Fault): void {
      waiting.push({ fault, left: fault.times ?? 1 })
    },
    clear(): void {
      waiting = []
    },
    /** Returns the next fault for an incoming call, and counts it; null if there is none. */
    take(call: string): ActiveFault | null {
      const next = waiting.find(({ fault }) => fault.call === undefined || fault.call === call)
      if (!next) return null
      next.left -= 1
      if (next.left <= 0) waiting = waiting.filter((each) => each !== next)
      return { kind: next.fault.kind, ms: next.fault.ms ?? 1000 }
    },
  }
}
