/** Runs a task now, or as soon as one of its lanes is free. */
export type Lanes = <T>(task: () => Promise<T>) => Promise<T>

/** Lanes that let at most `count` tasks run at a time; the rest wait in order. */
export function atMost(count: number): Lanes {
  const waiting: (() => void)[] = []
  let running = 0

  return async (task) => {
    if (running === count) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // A waiting task takes this lane over, so `running` stays as it is.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
