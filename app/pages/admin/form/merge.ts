/** The three-way merge of what a form was opened with, what it holds, and what others have saved meanwhile. */

/** A field that others changed. `mine` is undefined where the form leaves it alone, so that theirs stands. */
export type Difference<V> = {
  [N in keyof V & string]: { name: N; before: V[N]; theirs: V[N]; mine: V[N] | undefined }
}[keyof V & string]

/**
 * What others changed, in the order of `names`.
 * @param base what the form was opened with
 * @param mine what it holds now
 * @param theirs what is saved by now
 * @param stock the name of a count: a change of it by hand is a difference, so that what was sold meanwhile stays sold
 */
export function differences<V extends object>(
  names: readonly (keyof V & string)[],
  { base, mine, theirs, stock }: Three<V>,
): Difference<V>[] {
  return names
    .filter((name) => !isSame(base[name], theirs[name]))
    .map((name) => {
      const isClash = !isSame(mine[name], base[name]) && !isSame(mine[name], theirs[name])
      const kept = name === stock ? counted(base[name], mine[name], theirs[name]) : mine[name]
      return { name, before: base[name], theirs: theirs[name], mine: isClash ? kept : undefined }
    }) as Difference<V>[]
}

export type Three<V> = { base: V; mine: V; theirs: V; stock?: string }

/** Their values with my changes on top; of those that clash, only the ones that `isMine` names. */
export function merged<V extends object>(
  names: readonly (keyof V & string)[],
  { isMine, ...three }: Three<V> & { isMine: (name: keyof V & string) => boolean },
): V {
  const { base, mine, theirs } = three
  const found = new Map(differences(names, three).map((difference) => [difference.name, difference.mine]))
  const values = { ...theirs }
  for (const name of names) {
    if (!found.has(name) && !isSame(mine[name], base[name])) values[name] = mine[name]
    const kept = found.get(name)
    if (kept !== undefined && isMine(name)) values[name] = kept
  }
  return values
}

/** A value of mine that found no place: its place is gone, or others have written there. */
export type Left<V> = { index: number; name: keyof V & string; mine: unknown }

/**
 * The same for a list of records, each found by its key, or by its place where a new record stands in that. Where both
 * changed a value, theirs is shown and mine is left over. A record that I removed leaves nothing over.
 */
export function mergedList<V extends object>(
  names: readonly (keyof V & string)[],
  { base, mine, theirs, keyOf }: Omit<Three<V[]>, 'stock'> & { keyOf: (record: V) => string },
): { values: V[]; left: Left<V>[] } {
  const values = [...theirs]
  const left: Left<V>[] = []
  for (const [index, before] of base.entries()) {
    const own = mine.find((record) => keyOf(record) === keyOf(before))
    if (!own) continue
    const place = placeOf(index, base.map(keyOf), theirs.map(keyOf))
    const now = theirs[place]
    if (now) values[place] = merged(names, { base: before, mine: own, theirs: now, isMine: () => false })
    const lost = now
      ? differences(names, { base: before, mine: own, theirs: now }).filter((each) => each.mine !== undefined)
      : names.filter((name) => !isSame(own[name], before[name])).map((name) => ({ name }))
    for (const { name } of lost) if (own[name] !== '') left.push({ index, name, mine: own[name] })
  }
  return { values, left }
}

/** Where a record is now; -1 where it is gone. */
function placeOf(index: number, base: string[], theirs: string[]): number {
  const same = theirs.indexOf(base[index]!)
  if (same >= 0) return same
  const there = theirs[index]
  return there !== undefined && !base.includes(there) ? index : -1
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** A count as the form has it, less what was sold meanwhile. What is no number yet is left for the server to refuse. */
function counted(base: unknown, mine: unknown, theirs: unknown): unknown {
  const count = Number(theirs) + Number(mine) - Number(base)
  return Number.isFinite(count) ? String(Math.max(0, count)) : mine
}
