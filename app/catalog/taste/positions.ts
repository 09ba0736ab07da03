/**
 * Where coffees stand on the map of taste: from fruit to chocolate by the mean of their flavor families, from light to dark
 * by their roasting level. Coffees of the same level stand in lanes, so that no name covers another.
 */
import type { Coffee } from '#shared/catalog/api/coffees.ts'
import { FLAVORS, ROASTS } from '#shared/kernel/categories.ts'

/** The fruity side, the chocolate side, or what lies between. */
export type Side = 'fruit' | 'between' | 'chocolate'

/** A coffee on the map. `x` is from 0 (fruit) to 1 (chocolate); its name is right of the mark until the middle. */
export type Spot<C> = { coffee: C; letter: string; name: string; side: Side; x: number; lane: number }

export type Band<C> = { level: number; lanes: number; spots: Spot<C>[] }

type Placed = Pick<Coffee, 'name' | 'flavors' | 'roastingLevel' | 'sizes'>

/** More are hard to read. */
const MOST_SPOTS = 16
/** The longest name on the map, in characters. Longer ones are cut. */
const LONGEST = 24

/**
 * Places up to 16 coffees whose flavor and roast are known, those in stock first. Letters run from light to dark and from
 * fruit to chocolate.
 * @returns a band for each roasting level, and the coffees that are not on the map
 */
export function mapOf<C extends Placed>(coffees: readonly C[]): { bands: Band<C>[]; left: C[] } {
  const known = coffees.filter((coffee) => tasteOf(coffee.flavors) !== null && coffee.roastingLevel > 0)
  const isInStock = ({ sizes }: C) => sizes.some(({ countInStock }) => countInStock > 0)
  const shown = [...known.filter(isInStock), ...known.filter((coffee) => !isInStock(coffee))]
  const placed = new Set(shown.slice(0, MOST_SPOTS))
  let letters = 0
  const bands = ROASTS.slice(1).map((_, index) => {
    const level = index + 1
    const spots = lanesOf([...placed].filter(({ roastingLevel }) => roastingLevel === level)).map((spot) => ({
      ...spot,
      letter: String.fromCodePoint(65 + letters++),
    }))
    return { level, lanes: Math.max(0, ...spots.map(({ lane }) => lane + 1)), spots }
  })
  return { bands, left: coffees.filter((coffee) => !placed.has(coffee)) }
}

const TASTES: Record<(typeof FLAVORS)[number], number> = {
  Floral: 0,
  Fruit: 0.2,
  Spice: 0.5,
  Caramel: 0.6,
  Nut: 0.85,
  Chocolate: 1,
}

/** From 0 (fruit) to 1 (chocolate): the mean of the families; null if none are known. */
export function tasteOf(flavors: readonly string[]): number | null {
  const known = FLAVORS.filter((flavor) => flavors.includes(flavor))
  return known.length === 0 ? null : known.reduce((sum, flavor) => sum + TASTES[flavor], 0) / known.length
}

/** The first free lane for each coffee, from fruit to chocolate. */
function lanesOf<C extends Placed>(coffees: readonly C[]): Omit<Spot<C>, 'letter'>[] {
  const taken: { from: number; to: number; lane: number }[] = []
  return coffees
    .map((coffee) => ({ coffee, x: tasteOf(coffee.flavors)!, name: shortened(coffee.name) }))
    .toSorted((one, other) => one.x - other.x || (one.name < other.name ? -1 : 1))
    .map((spot) => {
      const { from, to } = spanOf(spot)
      let lane = 0
      while (taken.some((each) => each.lane === lane && each.from < to && from < each.to)) lane++
      taken.push({ from, to, lane })
      return { ...spot, side: sideOf(spot.coffee.flavors), lane }
    })
}

const shortened = (name: string) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name)

/** All families of a coffee are on one side, or it is between. */
function sideOf(flavors: readonly string[]): Side {
  if (flavors.every((flavor) => flavor === 'Fruit' || flavor === 'Floral')) return 'fruit'
  return flavors.every((flavor) => flavor === 'Chocolate' || flavor === 'Nut') ? 'chocolate' : 'between'
}

/** The width of the narrowest map with names, in rem of the page: a window of 768 px without its margins. */
const NARROWEST = 37
const MARK = 1.1
const CHARACTER = 0.56
const FEWEST_CHARACTERS = 6

/** The part of the map that mark and name cover, as shares of its width. */
export function spanOf({ x, name }: Pick<Spot<unknown>, 'x' | 'name'>): { from: number; to: number } {
  const [mark, length] = [
    MARK / NARROWEST,
    (2 * MARK + CHARACTER * Math.max(name.length, FEWEST_CHARACTERS)) / NARROWEST,
  ]
  const at = placeOf(x)
  return isNameRight(x) ? { from: at - mark, to: at + length } : { from: at - length, to: at + mark }
}

/** The share of the map's width, with a margin for the marks at both ends. */
export const placeOf = (x: number) => 0.05 + 0.9 * x

export const isNameRight = (x: number) => x <= 0.5
