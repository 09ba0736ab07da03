/** Wakes a job before its time. Verbs raise it after their commit; without a listener nothing happens. */
export type Signal = { raise(): void; onRaise(listener: () => void): void }

export function createSignal(): Signal {
  let hear: (() => void) | null = null
  return {
    raise: () => hear?.(),
    onRaise: (listener) => {
      hear = listener
    },
  }
}
