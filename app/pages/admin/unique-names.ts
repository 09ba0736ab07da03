/** Names for what stands in a list, for whoever hears a control without seeing its row. */

type Named = { _id: string; name: string }

/** Answers what each row is called: by its name, and where others in the list have the same, by its ID as well. */
export function uniqueNames(rows: readonly Named[]): (row: Named) => string {
  const namesakes = Map.groupBy(rows, ({ name }) => name)
  return ({ _id, name }) => ((namesakes.get(name)?.length ?? 0) > 1 ? `${name}, ${endOf(_id)}` : name)
}

/** What two of one name never share, short enough to be listened to. */
export function endOf(id: string): string {
  return `ID ending in ${id.slice(-4)}`
}
