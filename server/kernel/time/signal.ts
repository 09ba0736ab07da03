/** Signals and tasks: one part of the process asks another one to work. */

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

/** Work that another part of the process does, and that the caller waits for. */
export type Task = {
  /** Does the work. Resolves at once if no part of this process does it. */
  run(): Promise<void>
  onRun(work: () => Promise<void>): void
}

export function createTask(): Task {
  let work = nothing
  return {
    run: () => work(),
    onRun: (given) => {
      work = given
    },
  }
}

async function nothing(): Promise<void> {}
