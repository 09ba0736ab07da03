/**
 * A signal that makes a job run before its next regular run. It is raised after the commit of a change. Without a
 * listener, raising it has no effect.
 */
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
