/** What can be wrong with an outside service, on demand: the same for all sandboxes. */

/**
 * Nothing is done, as if the call had never come: `refuse` cuts the connection, `error` answers 500, `busy` 429
 * with Retry-After, `lie` answers 200 with somebody else's web page.
 * The work is done, and the answer does not arrive as it should: `latency` comes late, `hang` never, `drop` cuts the
 * connection, `garbage` is JSON that breaks off, `drip` comes one byte at a time.
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
  /** Which calls, by the sandbox's names for them; all of them without. */
  call?: string | undefined
  /** How many calls; one without. `Infinity` until it is healed. */
  times?: number | undefined
  /** Of a latency, and between two bytes of a drip: milliseconds; a second without. */
  ms?: number | undefined
}

export type ShownFault = { kind: FaultKind; ms: number }

/** The faults still to be shown, in the order in which they were asked for. */
export function faultBox() {
  let waiting: { fault: Fault; left: number }[] = []
  return {
    add({ ...fault }: Fault): void {
      waiting.push({ fault, left: fault.times ?? 1 })
    },
    clear(): void {
      waiting = []
    },
    /** The fault for a call that has just come; null when all goes well. */
    take(call: string): ShownFault | null {
      const next = waiting.find(({ fault }) => fault.call === undefined || fault.call === call)
      if (!next) return null
      next.left -= 1
      if (next.left <= 0) waiting = waiting.filter((each) => each !== next)
      return { kind: next.fault.kind, ms: next.fault.ms ?? 1000 }
    },
  }
}
