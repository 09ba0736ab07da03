export type RecentItems<T> = {
  add(id: string, value: T): T
  get(id: string): T | undefined
  count(): number
  /** Newest first. */
  newest(): T[]
}

/** Stores the last `limit` values and removes older ones, so that memory use is limited. */
export function recentItems<T>(limit: number): RecentItems<T> {
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
