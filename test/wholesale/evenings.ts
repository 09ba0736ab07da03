/** What every account owed on the evening of each day: as the shop said then, as it says later, and as the rows say. */
import { sql } from 'kysely'
import { daysBetween } from '#shared/kernel/days.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { toCents, today, type Site } from './site.ts'

/** In cents: not due, late by up to 30, 60, 90 and more days, credit, and the balance. */
type Owed = [number, number, number, number, number, number, number]
const NOTHING: Owed = [0, 0, 0, 0, 0, 0, 0]
const CREDIT = 5
const BALANCE = 6

/** What the shop said at the end of a day, by account. */
export type Evening = { day: string; owed: Map<string, Owed>; total: Owed }

export async function rememberEvening(site: Site): Promise<void> {
  const evening = await ageingOf(site, today(site))
  // A day on which the clock is set back comes twice.
  if (site.evenings.at(-1)?.day === evening.day) site.evenings.pop()
  site.evenings.push(evening)
}

async function ageingOf(site: Site, day: string): Promise<Evening> {
  const { status, body, text } = await site.staff.get(`/api/ageing?day=${day}`)
  if (status !== 200) throw new Error(text)
  const owed = new Map<string, Owed>()
  for (const each of [...body.accounts, body.total]) owed.set(each._id ?? 'total', owedOf(each))
  const total = owed.get('total')!
  owed.delete('total')
  return { day, owed, total }
}

function owedOf(ages: Record<string, number>): Owed {
  const names = ['current', 'to30', 'to60', 'to90', 'over90', 'credit', 'balance']
  return names.map((name) => toCents(ages[name]!)) as Owed
}

/** Evenings that the rows contradict: invoices less credit notes, payments and write-offs, by account and together. */
export async function wrongEvenings(db: Db, evenings: readonly Evening[]): Promise<string[]> {
  if (evenings.length === 0) return []
  const [{ rows: papers }, { rows: settled }, { rows: credits }] = [
    await PAPERS.execute(db),
    await SETTLED.execute(db),
    await CREDITS.execute(db),
  ]
  const ofInvoice = Map.groupBy(settled, ({ id }) => id)
  return evenings.flatMap(({ day, owed, total }) => {
    const expected = new Map<string, Owed>()
    const at = (company: string) => expected.get(company) ?? expected.set(company, [...NOTHING]).get(company)!
    for (const { id, company, due, on, voided, cents } of papers) {
      if (on > day || (voided !== null && voided <= day)) continue
      const paid = (ofInvoice.get(id) ?? []).filter((each) => each.day <= day)
      const open = cents - paid.reduce((sum, each) => sum + each.cents, 0)
      const late = daysBetween(due, day)
      at(company)[late <= 0 ? 0 : Math.min(4, Math.ceil(late / 30))]! += open
      at(company)[BALANCE] += cents
    }
    for (const { company, day: on, left, cents } of credits) {
      if (on > day) continue
      at(company)[CREDIT] += left
      at(company)[BALANCE] -= cents
    }
    return differences(day, { day, owed: expected, total: sumOf(expected.values()) }, { day, owed, total })
  })
}

type Paper = { id: string; company: string; due: string; on: string; voided: string | null; cents: number }

const PAPERS = sql<Paper>`select id, company_id as company, due_on as due, issued_on as "on", voided_on as voided,
  total_cents as cents from invoices`
const SETTLED = sql<{ id: string; day: string; cents: number }>`
  select invoice_id as id, day, cents from allocations union all select invoice_id, day, cents from write_offs`
/** What changes the credit of an account, and what of that changes its balance: an allocation changes only the credit. */
const CREDITS = sql<{ company: string; day: string; left: number; cents: number }>`
  select company_id as company, day, cents as "left", cents from receipts
  union all select company_id, issued_on, total_cents, total_cents from credit_notes
  union all select company_id, day, -cents, 0 from allocations
  union all select company_id, day, 0, cents from write_offs`

function sumOf(all: Iterable<Owed>): Owed {
  const sum: Owed = [...NOTHING]
  for (const each of all) for (const [index, cents] of each.entries()) sum[index]! += cents
  return sum
}

function differences(day: string, expected: Evening, found: Evening): string[] {
  const wrong = (who: string, one: Owed, other: Owed) =>
    one.join() === other.join()
      ? []
      : [`On ${day} ${who} owed ${one.join(' ')}, and the shop says ${other.join(' ')}`]
  const all = new Set([...expected.owed.keys(), ...found.owed.keys()])
  return [
    ...[...all].flatMap((id) => wrong(id, expected.owed.get(id) ?? NOTHING, found.owed.get(id) ?? NOTHING)),
    ...wrong('all accounts together', expected.total, found.total),
  ]
}

/** Evenings that are another when they are read again, and statements that close with another balance. */
export async function checkPast(site: Site): Promise<void> {
  const { evenings, cafes, wrong, staff } = site
  for (const [index, evening] of evenings.entries()) {
    const { day, owed } = evening
    wrong.push(...differences(day, evening, await ageingOf(site, day)))
    const { company } = cafes[index % cafes.length]!
    const first = evenings[Math.max(0, index - 30)]!.day
    const { body } = await staff.get(`/api/ledgers/${company}/statement?from=${first}&until=${day}`)
    const moved = body.moves.reduce((sum: number, { amount }: { amount: number }) => sum + toCents(amount), 0)
    const balance = owed.get(company)?.[BALANCE] ?? 0
    if (toCents(body.closing) !== balance || toCents(body.opening) + moved !== balance)
      wrong.push(`The statement of ${company} until ${day} closes with ${body.closing}, not ${balance} cents`)
  }
}
