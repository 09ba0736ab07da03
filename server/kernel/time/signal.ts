/** Starts a job before its time. Raise it after the commit of the work that the job must do. */
export type Signal = { raise(): void; onRaise(listener: () => void): void }

/** @param elsewhere called instead if no job of this process listens, for example to reach another instance */
export function createSignal(elsewhere: () => void = () => {}): Signal {
  let listener: (() => void) | null = null
  return {
    raise: () => (listener ?? elsewhere)(),
    onRaise: (given) => {
      listener = given
    },
  }
}
