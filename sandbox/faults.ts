/** The faults that tests can request of a sandbox. They are the same for all services. */

/**
 * The call has no effect: `refuse` closes the connection, `error` responds with 500, `busy` with 429 and Retry-After,
 * `lie` with 200 and an unrelated web page.
 * The call has its effect, but the response is faulty: `latency` delays it, `hang` never sends it, `drop` closes the
 * connection, `garbage` sends truncated JSON, `drip` sends one byte at a time.
 */
export const FAULTS = [
  'refuse',
  'error',
  'busy',
  'lie',
  'latency',
  'hang',
  'drop',
  'garbage',
  'drip',
] as const

export type FaultKind = (typeof FAULTS)[number]

export type Fault = {
  kind: FaultKind
  /** The calls that it affects, by the sandbox's names for them; all calls if missing. */
  call?: string | undefined
  /** The number of calls; 1 if missing. `Infinity` lasts until `heal()`. */
  times?: number | undefined
  /** The delay of `latency` and between two bytes of `drip`, in milliseconds; 1000 if missing. */
  ms?: number | undefined
}

export type ActiveFault = { kind: FaultKind; ms: number }

/** The pending faults, in the order in which they were requested. */
export function faultQueue() {
  let waiting: { fault: Fault; left: number }[] = []
  return {
    add({ ...fault }: Fault): void {
      waiting.push({ fault, left: fault.times ?? 1 })
    },
    clear(): void {
      waiting = []
    },
    /** Removes and returns the fault for an incoming call; null without one. */
    take(call: string): ActiveFault | null {
      const next = waiting.find(({ fault }) => fault.call === undefined || fault.call === call)
      if (!next) return null
      next.left -= 1
      if (next.left <= 0) waiting = waiting.filter((each) => each !== next)
      return { kind: next.fault.kind, ms: next.fault.ms ?? 1000 }
    },
  }
}
