/**
 * A roastery whose people work at the same time: they read the roast day, choose a step, sometimes send it twice, undo it,
 * or correct a stock. For tests of the balance, in one process or with a server that is killed.
 */
import { plannedBatch } from './roastery/batches.ts'
import { greenLot, makeToOrder, roastOf, type Roastery } from './roastery/green.ts'
import { addOrder } from './roastery/orders.ts'
import { chooseStep, type Step } from './simulated-steps.ts'
import type { Answer, Visitor } from './visitor.ts'

export type Simulated = {
  /** Coffees with one size of this weight. */
  coffees: { product: string; grams: number; roasts: { roast: string; percent: number }[] }[]
}

/** Lots, roasts and recipes of four coffees: two straight ones, a blend before roasting, and one after roasting. */
export async function addSimulated(
  at: Roastery,
  products: { product: string; grams: number }[],
): Promise<Simulated> {
  const [a, b, c] = [await greenLot(at), await greenLot(at), await greenLot(at)]
  const guji = await roastOf(at, [{ lot: a, percent: 100 }], { name: 'Guji' })
  const huila = await roastOf(at, [{ lot: b, percent: 100 }], { name: 'Huila' })
  const mixed = await roastOf(
    at,
    [
      { lot: b, percent: 60 },
      { lot: c, percent: 40 },
    ],
    { name: 'Mixed' },
  )
  const recipes = [
    [{ roast: guji, percent: 100 }],
    [{ roast: huila, percent: 100 }],
    [{ roast: mixed, percent: 100 }],
    [
      { roast: guji, percent: 65 },
      { roast: huila, percent: 35 },
    ],
  ]
  const coffees = products
    .slice(0, recipes.length)
    .map((each, index) => ({ ...each, roasts: recipes[index]! }))
  for (const { product, roasts } of coffees) await makeToOrder(at, product, roasts)
  return { coffees }
}

const GRINDS = ['Whole bean', 'Whole bean', 'Espresso']
const LARGEST = 12_000
/** Green coffee for a gram of roasted coffee, with some reserve. */
const GREEN = 1.25

/** Orders of a day and the batches for them. Each tenth order is a replacement, which can be canceled. */
export async function planDay(
  at: Roastery,
  { coffees }: Simulated,
  { day, orders, random }: { day: string; orders: number; random: () => number },
): Promise<void> {
  const needs = new Map<string, number>()
  let first: string | null = null
  for (let index = 0; index < orders; index++) {
    const start = Math.floor(random() * coffees.length)
    const lines = Array.from({ length: 1 + Math.floor(random() * 2) }, (_, line) => {
      const { product, grams, roasts } = coffees[(start + line) % coffees.length]!
      const qty = 1 + Math.floor(random() * 6)
      for (const { roast, percent } of roasts)
        needs.set(roast, (needs.get(roast) ?? 0) + (qty * grams * percent) / 100)
      return { product, grams, qty, grind: GRINDS[Math.floor(random() * GRINDS.length)]! }
    })
    const replaces = index % 10 === 9 && first ? { replaces: first } : {}
    first = await addOrder(at, { day, lines, ...replaces })
  }
  for (const [roast, grams] of needs)
    for (let open = Math.ceil(grams * GREEN); open > 0; open -= LARGEST)
      await plannedBatch(at, { roast, day, grams: Math.min(open, LARGEST) })
}

export type Worker = {
  call: Visitor
  /** One sentence per violation. */
  wrong: string[]
  /** The number of steps by their result. */
  steps: { done: number; refused: number; repeated: number; undone: number }
  /** The last step: sent again after a restart. `answer` is null if there was none. */
  last: { step: Step; key: string; answer: Answer | null } | null
  random: () => number
}

/**
 * Does steps of a day until nothing is left to do, or until `steps` were done.
 * @param isCalm no step is undone, corrected or canceled
 */
export async function workOn(
  worker: Worker,
  day: string,
  { steps, isCalm = false }: { steps: number; isCalm?: boolean },
): Promise<void> {
  let refusals = 0
  for (let count = 0; count < steps; count++) {
    const { status, body, text } = await worker.call.get(`/api/roastery/days/${day}`)
    if (status !== 200) {
      worker.wrong.push(`Reading ${day}: ${status} ${text.slice(0, 200)}`)
      return
    }
    const step = chooseStep(body, worker.random, isCalm)
    // A step that is always refused cannot be done, such as the rest of a blend whose coffee was spilled.
    if (!step || refusals === MOST_REFUSALS) return
    refusals = (await doStep(worker, step)) ? 0 : refusals + 1
  }
}

const MOST_REFUSALS = 15

let keys = 0

/** Sends a step and returns whether it was done. One step of five is sent twice at the same time, with the same key. */
async function doStep(worker: Worker, step: Step): Promise<boolean> {
  const key = `${process.pid}-${++keys}-${Math.floor(worker.random() * 1e9)}`
  worker.last = { step, key, answer: null }
  const isTwice = step.kind !== 'ship' && step.kind !== 'cancel' && worker.random() < 0.2
  const [answer, second] = await Promise.all([
    sendStep(worker, step, key),
    isTwice ? sendStep(worker, step, key) : null,
  ])
  if (second) worker.steps.repeated++
  if (second && isDone(answer) && isDone(second) && answer.text !== second.text)
    worker.wrong.push(`One key got two replies: ${answer.text} and ${second.text}`)
  const known = isDone(answer) ? answer : second && isDone(second) ? second : answer
  worker.last = { step, key, answer: known }
  judge(worker, step, known)
  if (known.body?.code === 'left' && step.path.endsWith('/weigh')) await receiveGreen(worker, step)
  return isDone(known)
}

/** Another person may have undone the lot or the bags. */
const MAY_BE_GONE: ReadonlySet<Step['kind']> = new Set(['undo', 'adjust'])

function judge({ wrong, steps }: Worker, step: Step, answer: Answer): void {
  if (isDone(answer)) steps[step.kind === 'undo' ? 'undone' : 'done']++
  else if (answer.status === 409 || (answer.status === 404 && MAY_BE_GONE.has(step.kind))) steps.refused++
  else wrong.push(`${step.path} ${JSON.stringify(step.body)}: ${answer.status} ${answer.text.slice(0, 300)}`)
}

export const isDone = ({ status }: Answer) => status === 200 || status === 201

/** Sends a step with its key. */
export function sendStep({ call }: Worker, { path, body, kind }: Step, key: string): Promise<Answer> {
  const headers = { 'idempotency-key': key }
  if (kind === 'ship') return call.put(path, body, headers)
  return body ? call.post(path, body, headers) : call.delete(path, headers)
}

/** The lots of a batch are too small: more coffee arrives. */
async function receiveGreen(worker: Worker, { body }: Step): Promise<void> {
  for (const { lotId } of (body as { greens: { lotId: string }[] }).greens) {
    const arrival = { of: 'green', id: lotId, change: 60_000, reason: 'arrival' }
    await doStep(worker, { path: '/api/roastery/adjustments', body: arrival, kind: 'adjust' })
  }
}
