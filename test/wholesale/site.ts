/** Accounts, coffees and a roastery of simulated days, written as rows; a test and a campaign send their requests with it. */
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { isoNow, newId, type Clock } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { addSimulated } from '../simulated-roastery.ts'
import { insert } from '../table-rows.ts'
import type { Answer, Visitor } from '../visitor.ts'
import { cafeOf } from './cafe.ts'
import type { Evening } from './evenings.ts'

export type Cafe = {
  company: string
  location: string
  /** Its buyer. */
  person: Visitor
  isPrepaid: boolean
  /** Whether it gets an invoice with each delivery. */
  isBilledAtOnce: boolean
}

export type Site = {
  /** The clock of the shop. */
  clock: Clock
  random: () => number
  cafes: Cafe[]
  goods: { product: string; sizeId: string; grind: string }[]
  staff: Visitor
  /** PayPal's window. */
  window: Visitor
  /** How many people act at the same time. */
  atOnce: number
  /** The day on which all orders are delivered, and billed, at the same moment. */
  rush: string | null
  evenings: Evening[]
  /** What the shop has acknowledged. */
  known: {
    /** Orders of accounts, and whether they were canceled or replaced. */
    orders: Map<string, 'placed' | 'closed'>
    credits: Set<string>
    /** Money that was recorded by hand, less what bounced, in cents. */
    received: Map<string, number>
    /** Orders that were paid online. */
    paid: Set<string>
  }
  done: Record<string, number>
  /** One sentence per violation. */
  wrong: string[]
}

type At = { db: Db; clock: Clock }
export type Person = { id: string; email: string; visitor: Visitor }

/** A site without evenings, whose accounts and coffees are written now. */
export async function openSite(
  at: At,
  people: readonly Person[],
  goods: { coffees: { product: string; grams: number }[]; other: string },
  of: Pick<Site, 'clock' | 'random' | 'staff' | 'window' | 'atOnce'>,
): Promise<Site> {
  const { coffees } = await addSimulated(at, goods.coffees)
  const cafes: Cafe[] = []
  for (const [index, person] of people.entries()) cafes.push(await addCafe(at, index, person, of.random))
  return {
    ...of,
    cafes,
    goods: [
      ...coffees.map(({ product }) => ({ product, sizeId: product, grind: WHOLE_BEAN })),
      { product: goods.other, sizeId: goods.other, grind: '' },
    ],
    rush: null,
    evenings: [],
    known: { orders: new Map(), credits: new Set(), received: new Map(), paid: new Set() },
    done: {},
    wrong: [],
  }
}

/** Some accounts pay when they order, some have a limit or go on hold when they are late, and half of them are exempt. */
async function addCafe(at: At, index: number, person: Person, random: () => number): Promise<Cafe> {
  const isPrepaid = index % 8 === 7
  const bills = (['delivery', 'weekly', 'monthly'] as const)[index % 3]!
  const { company, location } = await cafeOf(at, person, {
    company: {
      legal_name: `Cafe ${index} LLC`,
      trade_name: `Cafe ${index}`,
      terms: isPrepaid ? 'prepaid' : 'net',
      net_days: isPrepaid ? 0 : [0, 7, 15, 30][index % 4],
      bills,
      percent_off: 20 + (index % 4) * 5,
      ...(index % 5 === 1 ? { credit: 'amount', credit_cents: 300_000, over_credit: 'block' } : {}),
      ...(index % 5 === 2 ? { hold_after_days: 20 } : {}),
    },
    // Until midnight, so that orders are possible at any time of the day on which the test runs.
    location: { weekdays: '1,2,3,4,5', cutoff_days: 1, cutoff_time: '23:59' },
    buyer: { may_invoices: 1, may_pay: 1, mails_invoices: 1, mails_statements: 1 },
  })
  if (random() < 0.5) await addCertificate(at, company)
  return {
    company,
    location,
    person: person.visitor,
    isPrepaid,
    isBilledAtOnce: isPrepaid || bills === 'delivery',
  }
}

async function addCertificate({ db, clock }: At, company: string): Promise<void> {
  const now = isoNow(clock)
  const times = { received_at: now, checked_at: now, created_at: now, updated_at: now }
  const covers = JSON.stringify([COFFEE_BEANS])
  const row = {
    id: newId(clock),
    company_id: company,
    form: 'ST-10',
    covers,
    state: 'valid',
    version: 1,
  } as const
  await insert(db, 'certificates', { ...row, ...times })
}

export const today = ({ clock }: Pick<Site, 'clock'>) => nowAt(clock).day

/** In cents, from dollars of the API. */
export const toCents = (dollars: number) => Math.round(dollars * 100)

export const chance = ({ random }: Pick<Site, 'random'>, part: number) => random() < part
export const pick = <T>({ random }: Pick<Site, 'random'>, all: readonly T[]): T =>
  all[Math.floor(random() * all.length)]!
export const upTo = ({ random }: Pick<Site, 'random'>, most: number) => 1 + Math.floor(random() * most)

let keys = 0
/** The header of a request that may be sent again. */
export const newKey = () => ({ 'idempotency-key': `${process.pid}-${Date.now()}-${++keys}` })

/** Counts an answer, and keeps one that should not be. Returns whether the request was done. */
export function isDone(site: Site, what: string, answer: Answer, refusals: readonly number[] = []): boolean {
  const name = [what, answer.status, answer.status < 300 ? '' : (answer.body?.code ?? '')].join(' ').trim()
  site.done[name] = (site.done[name] ?? 0) + 1
  if (answer.status < 300) return true
  if (!refusals.includes(answer.status))
    site.wrong.push(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`)
  return false
}

/** Sends a request twice at once. If both are done, they must have the same reply. Returns one that was done, if any was. */
export async function twice(site: Site, what: string, send: () => Promise<Answer>): Promise<Answer> {
  const [one, two] = await Promise.all([send(), send()])
  if (one.status < 300 && two.status < 300 && one.body._id !== two.body._id)
    site.wrong.push(`${what} was done twice: ${one.body._id} and ${two.body._id}`)
  return one.status < 300 ? one : two
}

/** Lets all cafes act, some at the same time. An error of one is a violation, and stops no other. */
export async function together<T>(
  site: Site,
  all: readonly T[],
  act: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await act(next).catch((error: Error) => site.wrong.push(error.stack ?? String(error)))
  }
  await Promise.all(Array.from({ length: site.atOnce }, work))
}
