/** Runs a task as soon as fewer than the allowed number of tasks are running. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>

/** Returns a function that runs tasks, at most `count` at the same time. Further tasks wait in order. */
export function limitConcurrency(count: number): Limiter {
  const waiting: (() => void)[] = []
  let running = 0

  return async (task) => {
    if (running === count) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // The next task takes this place, so `running` stays the same.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
