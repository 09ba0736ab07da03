/**
 * When a coffee tastes best, in days after its roast. Darker roasts release their gas sooner and fade sooner, and espresso needs
 * more rest, because gas disturbs it more. Published advice differs (Horsham 5 to 28 days, luckycoffee.club 10 to 21 for light
 * and 4 to 7 for dark, coffeehero.com.au 7 to 35), so the shop's own rule is within it, and a coffee can have its own days.
 */
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays, daySpanOf } from '#shared/kernel/days.ts'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'

/** Days in the shop's time zone, both included. */
export type BestDays = { from: string; to: string }

export type Use = 'filter' | 'espresso'

/** What decides when a coffee tastes best (shared/catalog/resources/coffee.ts). */
export type Freshness = {
  /** 1 (light) to 5 (dark), 0 if it is not known. */
  roastingLevel: number
  /** '7-35'; empty if the days follow from the roasting level. */
  bestFilter: string
  bestEspresso: string
  bestFor: readonly string[]
}

type Span = readonly [from: number, to: number]
type Spans = Record<Use, Span>

const LIGHT: Spans = { filter: [7, 35], espresso: [14, 42] }
const MEDIUM: Spans = { filter: [5, 28], espresso: [7, 35] }
const DARK: Spans = { filter: [3, 21], espresso: [5, 28] }

/** By roasting level (ROASTS in shared/kernel/categories.ts). */
const HOUSE_DAYS: readonly (Spans | null)[] = [null, LIGHT, LIGHT, MEDIUM, DARK, DARK]

/** The shop's own rule for a roasting level, in days after the roast; null if the level is not known. */
export function houseDays(roastingLevel: number, use: Use): Span | null {
  return HOUSE_DAYS[roastingLevel]?.[use] ?? null
}

/**
 * The days on which a coffee tastes best: its own, or those of the shop's rule; null if its roasting level is not known.
 * @param roastedOn the day of the roast: '2026-12-02'
 */
export function bestDays(coffee: Freshness, use: Use, roastedOn: string): BestDays | null {
  const own = daySpanOf(use === 'filter' ? coffee.bestFilter : coffee.bestEspresso)
  const days = own ?? houseDays(coffee.roastingLevel, use)
  return days && { from: addDays(roastedOn, days[0]), to: addDays(roastedOn, days[1]) }
}

/** How a bag is most likely brewed: by its grind, and for whole beans by what the coffee is best for. */
export function useOf(grind: string, bestFor: readonly string[]): Use {
  if (grind !== '' && grind !== WHOLE_BEAN)
    return /espresso|moka|stovetop/i.test(grind) ? 'espresso' : 'filter'
  return bestFor.includes('Espresso') && !bestFor.includes('Filter') ? 'espresso' : 'filter'
}

/** 'Dec 9 – Jan 6'. */
export function bestDaysText({ from, to }: BestDays): string {
  return [from, to].map((day) => formatDate(day, 'shortMonthDay').replace(' ', '\u00a0')).join(' – ')
}
