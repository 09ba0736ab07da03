/** Finds the columns of another shop's file by their names, which differ by version and language. */

/** The places of columns by their first known name, with its number: 'Option1 Name', 'Attribute 2 name'. */
export type Columns = ReadonlyMap<string, number>

/**
 * Returns a function that finds the columns with these names in a header. In a name, `%d` matches a number, and `%s` a unit
 * in parentheses. Spaces, punctuation and capitals do not matter. If two columns have one meaning, the first one counts.
 * @param names the name that the reader uses, and all names of the column in files
 */
export function columnsOf(names: readonly (readonly [string, readonly string[]])[]) {
  const known = new Map(names.flatMap(([name, all]) => all.map((each) => [folded(each), name] as const)))
  return (head: readonly string[]): Columns => {
    const found = new Map<string, number>()
    for (const [place, cell] of head.entries()) {
      const numbers = cell.match(/\d{1,3}/g) ?? []
      const general = cell.replace(/\d{1,3}/g, '%d')
      const name =
        known.get(folded(general)) ?? known.get(folded(general.replace(/\([a-z]{1,6}\)\s*$/i, '(%s)')))
      if (name === undefined || numbers.length > 1) continue
      const own = name.replace('%d', numbers[0] ?? '')
      if (!found.has(own)) found.set(own, place)
    }
    return found
  }
}

/** A name for comparison: letters and numbers of any script. A question mark tells 'In stock?' from 'In stock'. */
function folded(name: string): string {
  return name
    .slice(0, 120)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%?]/gu, '')
}
