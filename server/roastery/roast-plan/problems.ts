/** What a plan cannot do, and what no longer fits it, as sentences. */
import type { Batch } from '#shared/roastery/api/roast-day.ts'
import type { PlanProblem } from '#shared/roastery/api/roast-plan.ts'
import { planBatches } from '#shared/roastery/batch-plan.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { isRoastDay } from '#shared/platform/delivery.ts'
import type { Weigh } from '../roast-day/texts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { type DayBalance, missingGrams, type Situation } from './balance.ts'
import { capacityOf } from './days.ts'
import { draftOf } from './draft.ts'
import { limitsOf, type OpenBatch, type RoastInfo } from './stock.ts'

type Found = {
  days: Map<string, DayBalance>
  /** What is left of each batch after all days, in milligrams. */
  left: ReadonlyMap<string, number>
  batches: readonly Batch[]
  /** The green coffee of planned batches by lot, in grams. */
  planned: ReadonlyMap<string, number>
}

export async function problemsOf(
  shop: Shop,
  situation: Situation,
  found: Found,
  weigh: Weigh,
): Promise<PlanProblem[]> {
  const own = found.days.get(situation.day)
  return [
    ...problemsOfDay(situation),
    ...(own ? [...withoutRecipe(situation, own), ...short(situation, own, weigh)] : []),
    ...tooMuch(situation, found, weigh),
    ...(await overCapacity(shop, situation, found, weigh)),
    ...tooLittleGreen(situation, found, weigh),
  ]
}

function problemsOfDay({ day, days, stock, demand }: Situation): PlanProblem[] {
  const { today, calendar, lateDay } = days
  const found: PlanProblem[] = []
  if (day < today) {
    const text = `This day is over. Its open orders are planned for ${formatDate(lateDay, 'weekday')}`
    found.push({ kind: 'late', text })
  } else if (!isRoastDay(calendar, day) && demand.lines.some((line) => line.day === day)) {
    found.push({
      kind: 'not on this day',
      text: 'The roast calendar has no roasting on this day, but orders are promised for it',
    })
  }
  const missed = day === lateDay ? stock.missed : stock.missed.filter((batch) => batch.day === day)
  for (const batch of missed)
    found.push({
      kind: 'late',
      text: `Batch ${batch.code} of ${formatDate(batch.day, 'shortMonthDay')} was not roasted. Move it to another day, or remove it`,
    })
  const choices = demand.choices.get(day) ?? 0
  if (choices > 0)
    found.push({
      kind: 'choice',
      text: `${counted(choices, 'bag')} of roaster’s choice ${choices === 1 ? 'is' : 'are'} not in the plan. Their coffee is known when they are charged`,
    })
  return found
}

function withoutRecipe({ stock }: Situation, { coffees }: DayBalance): PlanProblem[] {
  return coffees.flatMap(({ product: { _id: id, name }, sizes, netGrams }): PlanProblem[] => {
    const open = (which: typeof sizes) =>
      which.reduce((sum, { ordered, planned, packaged }) => sum + ordered + planned - packaged, 0)
    const unweighed = open(sizes.filter(({ grams }) => grams === 0))
    if (unweighed > 0)
      return [{ kind: 'no recipe', text: `${name} has a size without a weight. ${notInPlan(unweighed)}` }]
    if (netGrams === 0 || stock.recipes.has(id)) return []
    return [{ kind: 'no recipe', text: `${name} has no recipe. ${notInPlan(open(sizes))}` }]
  })
}

function notInPlan(bags: number): string {
  return `${counted(bags, 'bag')} ${bags === 1 ? 'is' : 'are'} not in the plan`
}

function short({ stock }: Situation, { roasts }: DayBalance, weigh: Weigh): PlanProblem[] {
  return [...roasts].flatMap(([id, of]): PlanProblem[] => {
    const missing = missingGrams(of)
    if (missing <= 0) return []
    return [
      {
        kind: 'short',
        text: `${stock.roasts.get(id)!.name} is short by ${weigh(missing)} of roasted coffee`,
      },
    ]
  })
}

/** A difference below both is within the accuracy with which a loss of weight is known. */
const TOLERATED_GRAMS = 500
const TOLERATED_SHARE = 0.05

/** Batches of the day that are larger than everything needs that can still use their coffee. */
function tooMuch({ day, days, stock }: Situation, { left }: Found, weigh: Weigh): PlanProblem[] {
  if (day < days.today) return []
  const byRoast = Map.groupBy(
    stock.batches.filter((batch) => batch.day === day),
    ({ roast }) => roast,
  )
  return [...byRoast].flatMap(([id, batches]): PlanProblem[] => {
    const roast = stock.roasts.get(id)!
    const spare = batches.reduce((sum, batch) => sum + left.get(batch.id)!, 0)
    const used = batches.reduce((sum, batch) => sum + batch.yield, 0) - spare
    const green = batches.reduce((sum, batch) => sum + batch.green, 0)
    const needed = greenNeeded(roast, Math.ceil(used / 1000), limitsOf(roast, days.roasting))
    if (green - needed <= Math.max(TOLERATED_GRAMS, green * TOLERATED_SHARE)) return []
    const text = `${roast.name}: ${weigh(Math.floor(spare / 1000))} of roasted coffee more than needed`
    return [{ kind: 'too much', text: [text, ...advice(batches)].join('. ') }]
  })
}

/** The green coffee of the best plan for some roasted grams. */
function greenNeeded(
  { id, loss }: RoastInfo,
  grams: number,
  limits: { smallest: number; largest: number },
): number {
  const roasts = [{ id, loss: loss.thousandths, ...limits, needs: [grams] }]
  const { batches } = planBatches({ capacities: [null], roasts })
  return batches.reduce((sum, { greenGrams }) => sum + greenGrams, 0)
}

function codes(batches: readonly OpenBatch[]): string {
  return batches.map(({ code }) => code).join(', ')
}

/** Which batches can be changed, and which cannot. */
function advice(batches: readonly OpenBatch[]): string[] {
  const planned = batches.filter(({ state }) => state === 'planned')
  const done = batches.filter(({ state }) => state !== 'planned')
  return [
    ...(planned.length > 0 ? [`You can change ${codes(planned)}, or plan the day again`] : []),
    ...(done.length > 0
      ? [
          `Work has begun on ${codes(done)}: ${done.length === 1 ? 'it stays as it is' : 'they stay as they are'}`,
        ]
      : []),
  ]
}

async function overCapacity(
  shop: Shop,
  situation: Situation,
  { batches, days: served }: Found,
  weigh: Weigh,
): Promise<PlanProblem[]> {
  const { day, days } = situation
  const capacity = capacityOf(days, day)
  const green = batches.reduce((sum, { greenGrams }) => sum + greenGrams, 0)
  if (capacity === null || day < days.today) return []
  if (green > capacity) {
    const limit = capacity === 0 ? 'The day has no capacity' : `The day’s capacity is ${weigh(capacity)}`
    const text = `The batches have ${weigh(green)} of green coffee. ${limit}`
    return [{ kind: 'capacity', text }]
  }
  const isShort = [...(served.get(day)?.roasts.values() ?? [])].some((of) => missingGrams(of) > 0)
  const open = isShort ? (await draftOf(shop, situation)).open : []
  if (open.length === 0) return []
  const orders = open.length === 1 ? `Order ${open[0]} does` : `${counted(open.length, 'order')} do`
  const listed =
    open.length === 1
      ? ''
      : `: ${open.slice(0, LISTED).join(', ')}${open.length > LISTED ? ' and others' : ''}`
  return [
    { kind: 'capacity', text: `${orders} not fit into the day’s capacity of ${weigh(capacity)}${listed}` },
  ]
}

/** How many orders a sentence names. */
const LISTED = 10

/** Lots that the planned batches of the day take from, and that have too little for the planned batches of all days. */
function tooLittleGreen({ day, stock }: Situation, { planned }: Found, weigh: Weigh): PlanProblem[] {
  const roasts = new Set(
    stock.batches.filter((batch) => batch.day === day && batch.state === 'planned').map(({ roast }) => roast),
  )
  const greens = [...roasts].flatMap((id) => stock.roasts.get(id)!.greens)
  const lots = new Map(greens.map((green) => [green.lot._id, green]))
  const withoutGreen = [...roasts].filter((id) => stock.roasts.get(id)!.greens.length === 0)
  return [
    ...withoutGreen.map((id): PlanProblem => {
      return { kind: 'green', text: `${stock.roasts.get(id)!.name} has no green coffee in its recipe` }
    }),
    ...[...lots.values()].flatMap(({ lot, gramsLeft, hasArrived }): PlanProblem[] => {
      const wanted = planned.get(lot._id) ?? 0
      if (wanted <= gramsLeft) return []
      const has = hasArrived ? `has ${weigh(gramsLeft)} left` : 'has not arrived yet'
      return [
        {
          kind: 'green',
          text: `Lot ${lot.code} (${lot.name}) ${has}. All planned batches together take ${weigh(wanted)}`,
        },
      ]
    }),
  ]
}
