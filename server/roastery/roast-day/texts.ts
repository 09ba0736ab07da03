/** Texts about the steps of a roast day: the person and the time of a step, weights in both units, parts of a blend. */
import { dayOf, formatDate } from '#shared/kernel/dates.ts'
import { weighIn } from '#shared/kernel/weights.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { ROASTING } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'

export type Weigh = (grams: number) => string

/** The function that writes weights in both systems, the shop's first: '26.46 lb (12 kg)', '12 oz (340 g)'. */
export async function weightsOf(shop: Shop): Promise<Weigh> {
  const { inPounds } = await currentSettings(shop, ROASTING)
  return weighIn(inPounds)
}

type Step = { by: string | null; at: string | null }

/** 'Ben weighed it at 10:42 AM', or with the day if it was not today: 'Ben weighed it on Nov 21 at 10:42 AM'. */
export function whoAndWhen(shop: Pick<Shop, 'clock'>, did: string, { by, at }: Step): string {
  const who = `${by ?? 'Someone'} ${did}`
  if (at === null) return who
  const isToday = dayOf(new Date(at)) === dayOf(shop.clock.now())
  const day = isToday ? '' : ` on ${formatDate(at, 'shortMonthDay')}`
  return `${who}${day} at ${formatDate(at, 'time')}`
}

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
