/** When a coffee tastes best, as filter coffee and as espresso. */
import { bestDays, bestDaysText, type Freshness, type Use } from '#shared/catalog/freshness.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { Product } from '#shared/catalog/api/products.ts'
import { useRoastDay } from '#app/platform/orders/delivery-note.tsx'
import { Fact } from './recipe-facts.tsx'

/** A line of the label, for a bag that is ordered now. Renders nothing without a roast day or a roasting level. */
export function BestDaysFact({ of: coffee }: { of: Product }) {
  const roastsOn = useRoastDay([coffee])
  if (!roastsOn || bestUses(coffee, roastsOn).length === 0) return null
  return (
    <Fact term="Tastes best">
      <BestUses of={coffee} roastedOn={roastsOn} />
      <span className="soft">if roasted {formatDate(roastsOn, 'shortWeekday')}</span>
    </Fact>
  )
}

/** The days of each use as a line: 'Filter Dec 9 – Jan 6'. Renders nothing if they are not known. */
export function BestUses({ of: coffee, roastedOn }: { of: Freshness; roastedOn: string }) {
  return bestUses(coffee, roastedOn).map((text) => (
    <span key={text}>
      {text}
      <br />
    </span>
  ))
}

/** Empty if the roasting level is not known. */
export function bestUses(coffee: Freshness, roastedOn: string): string[] {
  return USES.flatMap(([use, name]) => {
    const days = bestDays(coffee, use, roastedOn)
    return days ? [`${name} ${bestDaysText(days)}`] : []
  })
}

const USES: readonly (readonly [Use, name: string])[] = [
  ['filter', 'Filter'],
  ['espresso', 'Espresso'],
]
