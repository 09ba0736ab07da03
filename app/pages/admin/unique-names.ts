/** Unique names of table rows, for screen readers, which read a button without its row. */

type Named = { _id: string; name: string }

/** Returns a function that names a row: its name, and the end of its ID if another row has the same name. */
export function uniqueNames(rows: readonly Named[]): (row: Named) => string {
  const namesakes = Map.groupBy(rows, ({ name }) => name)
  return ({ _id, name }) => ((namesakes.get(name)?.length ?? 0) > 1 ? `${name}, ${endOf(_id)}` : name)
}

/** The end of an ID, short enough for a screen reader. */
export function endOf(id: string): string {
  return `ID ending in ${id.slice(-4)}`
}
