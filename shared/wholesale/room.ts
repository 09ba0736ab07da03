/** What a wholesale order can do if the roast day of its delivery is full: another day, or a part of it on each of two days. */
import type { RoastNeed } from '#shared/platform/delivery.ts'
import type { DeliveryDay } from './delivery-days.ts'

/** Pieces of a line, with the green coffee that one of them needs, in grams. `pack`: they are sold in cases of so many. */
export type Piece = { qty: number; greenGrams: number; pack: number | null }

/** `split` has the pieces of each line on the asked day and on the next delivery; null if that does not fit either. */
export type RoomAnswer =
  | { fits: true }
  | {
      fits: false
      next: DeliveryDay | null
      split: { now: number[]; later: number[]; laterOn: DeliveryDay } | null
    }

/**
 * Whether the roast day of a delivery has room for an order, and otherwise what has: the next delivery with room for all of
 * it, and a split.
 * @param later the deliveries after the asked one
 */
export function roomFor(
  need: Pick<RoastNeed, 'grams' | 'freeOn'> | null,
  asked: DeliveryDay,
  { lines, later }: { lines: readonly Piece[]; later: readonly DeliveryDay[] },
): RoomAnswer {
  if (need === null || asked.roastsOn === null || need.freeOn(asked.roastsOn) >= need.grams)
    return { fits: true }
  // Deliveries of the same roast day share its room.
  const others = later.filter(({ roastsOn }) => roastsOn !== asked.roastsOn)
  const next = others.find((day) => roomOn(need, day) >= need.grams) ?? null
  return { fits: false, next, split: splitOf(need, asked, { lines, others }) }
}

const roomOn = ({ freeOn }: Pick<RoastNeed, 'freeOn'>, { roastsOn }: DeliveryDay) =>
  roastsOn === null ? Infinity : freeOn(roastsOn)

/** As many whole cases and pieces as fit on the asked day, in the order of the lines; the rest on the first day with room. */
function splitOf(
  need: Pick<RoastNeed, 'grams' | 'freeOn'>,
  asked: DeliveryDay,
  { lines, others }: { lines: readonly Piece[]; others: readonly DeliveryDay[] },
) {
  let left = roomOn(need, asked)
  const now = lines.map(({ qty, greenGrams, pack }) => {
    const step = pack ?? 1
    const most = greenGrams === 0 ? qty : Math.floor(Math.max(0, left) / greenGrams)
    const fitting = most >= qty ? qty : Math.floor(most / step) * step
    left -= fitting * greenGrams
    return fitting
  })
  const later = lines.map(({ qty }, index) => qty - now[index]!)
  const grams = lines.reduce((sum, { greenGrams }, index) => sum + later[index]! * greenGrams, 0)
  const laterOn = others.find((day) => roomOn(need, day) >= grams)
  const hasGoodsNow = now.some((qty, index) => qty > 0 && lines[index]!.greenGrams > 0)
  return laterOn && hasGoodsNow ? { now, later, laterOn } : null
}
