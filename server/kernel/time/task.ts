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
