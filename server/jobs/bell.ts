/** Wakes a job before its time. Rung by verbs after their commit; without a listener nothing happens. */
export type Bell = { ring(): void; onRing(listener: () => void): void }

export function hangBell(): Bell {
  let hear: (() => void) | null = null
  return {
    ring: () => hear?.(),
    onRing: (listener) => {
      hear = listener
    },
  }
}
