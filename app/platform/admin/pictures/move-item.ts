/**
 * Returns a copy of the list with the item at `from` moved to `to`. The order is unchanged if `to` is outside the list.
 */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  if (to < 0 || to >= list.length) return [...list]
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from]!)
}
