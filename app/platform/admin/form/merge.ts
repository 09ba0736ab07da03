/** Merges three versions of a form's values: as the form was opened, as typed, and as others have saved them since. */

/**
 * A field that others changed. `mine` is undefined if the typed value does not conflict: then the saved value is used.
 */
export type Difference<V> = {
  [N in keyof V & string]: { name: N; before: V[N]; theirs: V[N]; mine: V[N] | undefined }
}[keyof V & string]

/**
 * The fields that others changed, in the order of `names`.
 * @param base the values when the form was opened
 * @param mine the current values in the form
 * @param theirs the saved values
 * @param isStock whether a field is a stock count: a typed change is added to the saved count, so that sales are not
 *   undone
 */
export function differences<V extends object>(
  names: readonly (keyof V & string)[],
  { base, mine, theirs, isStock }: Versions<V>,
): Difference<V>[] {
  return names
    .filter((name) => !isSame(base[name], theirs[name]))
    .map((name) => {
      const isConflict = !isSame(mine[name], base[name]) && !isSame(mine[name], theirs[name])
      const own = isStock?.(name) ? adjustedCount(base[name], mine[name], theirs[name]) : mine[name]
      return { name, before: base[name], theirs: theirs[name], mine: isConflict ? own : undefined }
    }) as Difference<V>[]
}

export type Versions<V> = { base: V; mine: V; theirs: V; isStock?: (name: string) => boolean }

/** The saved values with my changes. If others changed a field too, my value is used only if `isMine` returns true. */
export function merged<V extends object>(
  names: readonly (keyof V & string)[],
  { isMine, ...versions }: Versions<V> & { isMine: (name: keyof V & string) => boolean },
): V {
  const { base, mine, theirs } = versions
  const changed = new Map(
    differences(names, versions).map((difference) => [difference.name, difference.mine]),
  )
  const values = { ...theirs }
  for (const name of names) {
    if (!changed.has(name) && !isSame(mine[name], base[name])) values[name] = mine[name]
    const own = changed.get(name)
    if (own !== undefined && isMine(name)) values[name] = own
  }
  return values
}

/** A typed value that was not merged, because its record was deleted or others changed the same field. */
export type UnmergedValue<V> = { index: number; name: keyof V & string; mine: unknown }

/**
 * Merges two lists of records. A record is found by its key, or by its index if a new record replaced it. If both sides
 * changed a field, the saved value is used and mine is in `unmerged`. Records that I removed add nothing to `unmerged`.
 */
export function mergedList<V extends object>(
  names: readonly (keyof V & string)[],
  { base, mine, theirs, keyOf }: Omit<Versions<V[]>, 'isStock'> & { keyOf: (record: V) => string },
): { values: V[]; unmerged: UnmergedValue<V>[] } {
  const values = [...theirs]
  const unmerged: UnmergedValue<V>[] = []
  const [baseKeys, savedKeys] = [base.map(keyOf), theirs.map(keyOf)]
  for (const [index, before] of base.entries()) {
    const own = mine.find((record) => keyOf(record) === baseKeys[index])
    if (!own) continue
    const at = indexOf(index, baseKeys, savedKeys)
    const now = theirs[at]
    if (now) values[at] = merged(names, { base: before, mine: own, theirs: now, isMine: () => false })
    const lost = now
      ? differences(names, { base: before, mine: own, theirs: now }).filter((each) => each.mine !== undefined)
      : names.filter((name) => !isSame(own[name], before[name])).map((name) => ({ name }))
    for (const { name } of lost) if (own[name] !== '') unmerged.push({ index, name, mine: own[name] })
  }
  return { values, unmerged }
}

/** The current index of a record; -1 if it was deleted. */
function indexOf(index: number, base: string[], theirs: string[]): number {
  const same = theirs.indexOf(base[index]!)
  if (same >= 0) return same
  const replacement = theirs[index]
  return replacement !== undefined && !base.includes(replacement) ? index : -1
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** The saved count plus the typed change. Invalid text is returned as it is, so that the server refuses it. */
function adjustedCount(base: unknown, mine: unknown, theirs: unknown): unknown {
  const count = Number(theirs) + Number(mine) - Number(base)
  return Number.isFinite(count) ? String(Math.max(0, count)) : mine
}
