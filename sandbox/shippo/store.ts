export type Kept<T> = {
  add(id: string, value: T): T
  get(id: string): T | undefined
  count(): number
  /** The last one first. */
  newest(): T[]
}

/** Keeps the last `limit` values added and forgets older ones, so that a long-running sandbox does not grow. */
export function lastOnes<T>(limit: number): Kept<T> {
  const values = new Map<string, T>()
  return {
    add(id, value) {
      values.set(id, value)
      if (values.size > limit) values.delete(values.keys().next().value!)
      return value
    },
    get: (id) => values.get(id),
    count: () => values.size,
    newest: () => [...values.values()].toReversed(),
  }
}
