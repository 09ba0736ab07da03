/**
 * Chooses the two coffees of *Find your coffee*. Points and limits are the shop's own: they gave sensible pairs for all
 * answers and the twelve coffees of the demo. Reasons are written from the parts that gave points.
 */
import {
  answersQuery,
  BREWERS,
  QUESTIONS,
  ROAST_ANSWERS,
  TASTES,
  type Answers,
  type QuestionName,
} from '#shared/platform/coffee-finder.ts'
import { ROASTS } from '#shared/kernel/categories.ts'

/** What the finder knows of a coffee on sale. */
export type FinderCoffee = {
  id: string
  /** 1 (light) to 5 (dark); 0 if it is not known. */
  roastingLevel: number
  /** Its flavor families, in no order; empty if none are known. */
  flavors: readonly string[]
  bestFor: readonly string[]
  inStock: boolean
  /** What a gram costs, in any unit, to compare prices; null if the weight is not known. */
  price: number | null
}

/** A coffee that fits, with the reasons in short sentences, the strongest first. */
export type Match = { id: string; reasons: string[] }

/** Points of a coffee for one question. The buyer reads the `reason`, if there is one. */
type Part = { points: number; reason?: string }

function partsOf(coffee: FinderCoffee, answers: Answers): Part[] {
  return [
    tastePart(coffee, answers),
    roastPart(coffee, answers),
    milkPart(coffee, answers),
    ...brewerParts(coffee, answers),
  ]
}

/** The families that fit count by their share, because a coffee has them in no order. */
function tastePart({ flavors }: FinderCoffee, { taste }: Answers): Part {
  const families: readonly string[] = TASTES.find(({ value }) => value === taste)?.families ?? []
  const fitting = flavors.filter((flavor) => families.includes(flavor))
  if (fitting.length === 0) return { points: 0 }
  const share = fitting.length / flavors.length
  const named = fitting.map((flavor) => FAMILY_NAMES[flavor] ?? flavor).join(' and ')
  return {
    points: 4 * share,
    reason: share > 0.5 ? `It tastes of ${named} above all.` : `There is some ${named} in it.`,
  }
}

const FAMILY_NAMES: Readonly<Record<string, string>> = {
  Fruit: 'fruit',
  Floral: 'flowers',
  Chocolate: 'chocolate',
  Nut: 'nuts',
  Caramel: 'caramel',
  Spice: 'spice',
}

function roastPart({ roastingLevel }: FinderCoffee, { roast }: Answers): Part {
  const asked = ROAST_ANSWERS.find(({ value }) => value === roast)
  if (!asked || roastingLevel === 0) return { points: 0 }
  const distance = Math.abs(roastingLevel - asked.level)
  const isNear = distance <= 1
  return {
    points: 3 - 1.2 * distance,
    ...(isNear ? { reason: `It is a ${ROASTS[roastingLevel]} roast, and you asked for ${roast}.` } : {}),
  }
}

function milkPart({ roastingLevel, flavors, bestFor }: FinderCoffee, { milk }: Answers): Part {
  if (milk !== 'milk') return { points: 0 }
  const isMadeFor = bestFor.includes('Milk') ? 1 : 0
  if (roastingLevel === 1 || roastingLevel === 2) return { points: isMadeFor - 3 }
  const isFruity = flavors.length > 0 && flavors.every((flavor) => flavor === 'Fruit' || flavor === 'Floral')
  const points = isMadeFor + (roastingLevel >= 3 && !isFruity ? 2 : 0)
  return points > 0 ? { points, reason: 'It keeps its taste in milk.' } : { points }
}

function brewerParts({ roastingLevel, bestFor }: FinderCoffee, { brewer }: Answers): Part[] {
  const asked = BREWERS.find(({ value }) => value === brewer)
  if (!asked) return []
  const isMadeFor = bestFor.includes(asked.use)
  const suits = roastingLevel === 0 ? 0 : 2 - Math.abs(roastingLevel - asked.ideal)
  const isNear = suits >= 1 || isMadeFor
  return [
    {
      points: suits + (isMadeFor ? 1 : 0),
      ...(isNear ? { reason: `It suits ${asked.name}.` } : {}),
    },
  ]
}

/** A price for a gram above this many times the middle one makes a coffee the second choice only. */
const DEAR = 1.6
/** With more coffees than this, not every one is made a result: there are too few answers for them. */
const MOST_PLANNED = 100

/**
 * The two coffees for these answers, the safe one first: coffees in stock before all others, then the points, then a
 * rotation that is the same for everyone during a week. The second one has other flavor families or another roasting level. Every
 * coffee in stock is a result of some answers.
 * @param coffees those on sale, decaf or not as the buyer asked
 * @param week any text that is the same for a week: '2026-11-30'
 */
export function chooseCoffees(coffees: readonly FinderCoffee[], answers: Answers, week: string): Match[] {
  const inStock = coffees.filter((coffee) => coffee.inStock)
  const candidates = inStock.length > 0 ? inStock : coffees
  const pair =
    candidates.length > MOST_PLANNED
      ? pairOf(candidates, answers, week)
      : planFor(candidates, week).get(answersQuery(answers))!
  return pair.map((coffee) => ({ id: coffee.id, reasons: reasonsFor(coffee, answers) }))
}

function reasonsFor(coffee: FinderCoffee, answers: Answers): string[] {
  const told = partsOf(coffee, answers)
    .filter((part) => part.reason !== undefined)
    .toSorted((one, other) => other.points - one.points)
  return told.map(({ reason }) => reason!)
}

function pointsOf(coffee: FinderCoffee, answers: Answers): number {
  return partsOf(coffee, answers).reduce((sum, { points }) => sum + points, 0)
}

function pairOf(coffees: readonly FinderCoffee[], answers: Answers, week: string): FinderCoffee[] {
  const key = `${week} ${answersQuery(answers)}`
  const ranked = coffees
    .map((coffee) => ({ coffee, points: pointsOf(coffee, answers), turn: turnOf(`${key} ${coffee.id}`) }))
    .toSorted((one, other) => other.points - one.points || one.turn - other.turn)
    .map(({ coffee }) => coffee)
  const limit = DEAR * middlePrice(coffees)
  const first = ranked.find(({ price }) => price === null || price <= limit) ?? ranked[0]
  if (!first) return []
  const second = ranked.find((other) => isOther(first, other))
  return second ? [first, second] : [first]
}

function isOther(first: FinderCoffee, second: FinderCoffee): boolean {
  if (first.id === second.id) return false
  if (second.flavors.length === 0 && second.roastingLevel === 0) return true
  return first.flavors.join() !== second.flavors.join() || first.roastingLevel !== second.roastingLevel
}

function middlePrice(coffees: readonly FinderCoffee[]): number {
  const prices = coffees.flatMap(({ price }) => price ?? []).toSorted((a, b) => a - b)
  return prices[Math.floor(prices.length / 2)] ?? 0
}

/** The plan of the latest coffees: it changes only with them and with the week. */
let latest: { of: string; plan: Map<string, FinderCoffee[]> } | undefined

function planFor(coffees: readonly FinderCoffee[], week: string): Map<string, FinderCoffee[]> {
  const of = JSON.stringify([week, coffees])
  if (latest?.of !== of) latest = { of, plan: planPairs(coffees, week) }
  return latest.plan
}

/**
 * The pair for each of the possible answers. A coffee that no answers would lead to takes the second place where it loses
 * the fewest points, from one that is a result elsewhere too.
 */
function planPairs(coffees: readonly FinderCoffee[], week: string): Map<string, FinderCoffee[]> {
  const plan = new Map(
    everyAnswers().map((answers) => [answersQuery(answers), pairOf(coffees, answers, week)]),
  )
  const results = new Map<string, number>()
  const count = (coffee: FinderCoffee | undefined, by: number) =>
    coffee && results.set(coffee.id, (results.get(coffee.id) ?? 0) + by)
  for (const pair of plan.values()) for (const coffee of pair) count(coffee, 1)
  for (const coffee of coffees) {
    if (results.has(coffee.id)) continue
    const places = everyAnswers().flatMap((answers) => {
      const [first, second] = plan.get(answersQuery(answers))!
      if (!first || !isOther(first, coffee) || (second && results.get(second.id)! < 2)) return []
      return [
        {
          answers,
          first,
          second,
          loss: (second ? pointsOf(second, answers) : 0) - pointsOf(coffee, answers),
        },
      ]
    })
    const [best] = places.toSorted((one, other) => one.loss - other.loss)
    if (!best) continue
    plan.set(answersQuery(best.answers), [best.first, coffee])
    count(best.second, -1)
    count(coffee, 1)
  }
  return plan
}

const values = (name: QuestionName) => ['', ...QUESTIONS[name].options.map(({ value }) => value)]

let everyAnswer: Answers[] | undefined

/** All possible answers, with those that leave questions open: 480. */
export function everyAnswers(): readonly Answers[] {
  everyAnswer ??= values('brewer').flatMap((brewer) =>
    values('milk').flatMap((milk) =>
      values('taste').flatMap((taste) => values('roast').map((roast) => ({ brewer, milk, taste, roast }))),
    ),
  )
  return everyAnswer
}

/** A number from 0 to 2^32 that a text always gives: FNV-1a. It orders coffees with the same points. */
function turnOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}
