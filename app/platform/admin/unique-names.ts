/** Unique names of table rows. Screen readers need them, because they read a button without its row. */

type Named = { _id: string; name: string }

/**
 * Returns a function that returns a row's name, followed by the end of the row's ID if another row has the same name.
 */
export function uniqueNames(rows: readonly Named[]): (row: Named) => string {
  const namesakes = Map.groupBy(rows, ({ name }) => name)
  return ({ _id, name }) =>
    // The end of the ID is short enough to be read aloud.
    (namesakes.get(name)?.length ?? 0) > 1 ? `${name}, ID ending in ${_id.slice(-4)}` : name
}
