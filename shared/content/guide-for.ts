/** Which brew guide, and which recipe, fits a coffee and its grind. */
import { simplified } from '#shared/platform/resources/cells.ts'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'

/** `fits` has parts of the names of grinds and methods, which the owner writes. */
type Guide = { fits: readonly string[] }

/** The guide that fits the name of a grind or a method; of several, the one with the longest part. Null if there is none. */
export function guideFor<G extends Guide>(guides: readonly G[], name: string): G | null {
  const wanted = simplified(name)
  const fitting = guides.flatMap((guide) =>
    guide.fits
      .map(simplified)
      .filter((part) => part !== '' && wanted.includes(part))
      .map((part) => ({ guide, length: part.length })),
  )
  return fitting.toSorted((one, other) => other.length - one.length)[0]?.guide ?? null
}

/** The recipe that a coffee has from the owner. The method may be empty, and amounts and time may be missing. */
export type OwnRecipe = {
  brewMethod: string
  brewDose: number | null
  brewWater: number | null
  brewSeconds: number | null
}

/** The guide to link to from a coffee: that of its own method, or the first one of the shop. Null if the shop has none. */
export function guideOf<G extends Guide>(
  guides: readonly G[],
  { brewMethod }: { brewMethod: string },
): G | null {
  return (brewMethod ? guideFor(guides, brewMethod) : guides[0]) ?? null
}

/**
 * How to brew a coffee with a grind: its own recipe, unless it was ground for another brewer; then the guide for that brewer.
 * Whole beans without an own recipe get the first guide. Null if the shop has none for this grind.
 */
export function recipeFor<G extends Guide>(
  guides: readonly G[],
  own: OwnRecipe,
  grind: string,
): { own: OwnRecipe | null; guide: G | null } | null {
  const hasOwn = Boolean(own.brewDose ?? own.brewWater ?? own.brewSeconds)
  const isWhole = grind === '' || grind === WHOLE_BEAN
  const ofMethod = guideFor(guides, own.brewMethod)
  const ofGrind = isWhole ? (guides[0] ?? null) : guideFor(guides, grind)
  if (hasOwn && (isWhole || (ofGrind !== null && ofGrind === ofMethod))) return { own, guide: ofMethod }
  return ofGrind && { own: null, guide: ofGrind }
}
