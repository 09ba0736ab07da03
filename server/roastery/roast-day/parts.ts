/** The parts of a blend in percent, and whether weights fit them. */

/** A lot of green coffee in a roast, or a roast in a coffee. */
export type Part = { id: string; name: string; percent: number }

/**
 * The parts that weights make, in whole percent, if one of them differs from its recipe by more than `tolerance`
 * percentage points; null if all fit.
 * @param grams the weight of each part by its id; a missing part is 0
 */
export function unlikeParts(
  recipe: readonly Part[],
  grams: ReadonlyMap<string, number>,
  tolerance: number,
): Part[] | null {
  const total = recipe.reduce((sum, { id }) => sum + (grams.get(id) ?? 0), 0)
  const shares = recipe.map((part) => ({ part, share: ((grams.get(part.id) ?? 0) * 100) / total }))
  if (shares.every(({ part, share }) => Math.abs(share - part.percent) <= tolerance)) return null
  return shares.map(({ part, share }) => ({ ...part, percent: Math.round(share) }))
}

/** '60% Guji and 40% Huila'. */
export function textOfParts(parts: readonly Part[]): string {
  const texts = parts.map(({ name, percent }) => `${percent}% ${name}`)
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}
