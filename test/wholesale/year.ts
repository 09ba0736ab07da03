/**
 * Accounts that order, change their minds, take deliveries with missing pieces, and pay in parts, day after day. It goes
 * through the endpoints that buyers, drivers and the owner use; the jobs of a day run twice at once, as in two instances.
 */
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { nowAt, utcOf } from '#server/kernel/time/shop-days.ts'
import { startSession } from '#server/platform/sessions/sessions.ts'
import { billPeriods } from '#server/wholesale/invoices/bill.ts'
import { billWhatLeft } from '#server/wholesale/delivery/leave.ts'
import { ledgerViolations } from '#server/wholesale/invoices/ledger.testing.ts'
import { keepPlanned } from '#server/wholesale/standing/keep-planned.ts'
import { standingDates } from '#server/wholesale/standing/write-dates.ts'
import { violations } from '../invariants.ts'
import type { TestShop } from '../shop.ts'
import { signedIn, type SignedInVisitor } from '../signed-in.ts'
import type { Answer } from '../visitor.ts'
import { certificateOf } from './accounts.ts'
import { cafeOf } from './cafe.ts'
import { goodsViolations } from './goods.ts'
import { takeOver } from './take-over.ts'

export type Year = { shop: TestShop; random: () => number; accounts: number; days: number }

type Cafe = { company: string; location: string; person: SignedInVisitor; standing: string | null }

/** What the owner saw at the end of a day, in cents. */
type Evening = { day: string; balances: Map<string, number>; total: number }

type Site = Year & {
  cafes: Cafe[]
  goods: { product: string; sizeId: string }[]
  staff: SignedInVisitor
  evenings: Evening[]
  done: Record<string, number>
  wrong: string[]
}

/** Runs the days. Returns what did not hold, and how much was done. */
export async function liveYear(year: Year): Promise<{ wrong: string[]; done: Record<string, number> }> {
  const site = await openYear(year)
  for (let day = 0; day < year.days; day++) await liveDay(site, day)
  await checkPast(site)
  return { wrong: site.wrong, done: site.done }
}

async function openYear(year: Year): Promise<Site> {
  const { shop, random, accounts } = year
  const goods: Site['goods'] = []
  for (const name of ['House', 'Sidamo', 'Decaf']) {
    const product = await shop.sell({ name, priceCents: 4123, stock: 1_000_000, sizeGrams: 2268 })
    goods.push({ product, sizeId: product })
  }
  const grinder = await shop.sell({ name: 'Grinder', priceCents: 8999, stock: 100_000, sizeGrams: null })
  goods.push({ product: grinder, sizeId: grinder })
  const cafes: Cafe[] = []
  for (let index = 0; index < accounts; index++) {
    const person = await signedIn(shop, { name: `Buyer ${index}` })
    const rows = await cafeOf(shop, person, {
      company: {
        legal_name: `Cafe ${index} LLC`,
        trade_name: `Cafe ${index}`,
        net_days: [0, 7, 15, 30][index % 4],
        bills: (['delivery', 'weekly', 'monthly'] as const)[index % 3],
        percent_off: 20 + (index % 4) * 5,
      },
      location: { weekdays: '1,2,3,4,5', cutoff_days: 1 },
    })
    // Every second account is exempt; the others pay tax.
    if (random() < 0.5) await certificateOf(shop, rows.company, { expires_on: null, state: 'valid' })
    cafes.push({ company: rows.company, location: rows.location, person, standing: null })
  }
  const staff = await signedIn(shop, { name: 'Olive Owner', role: 'owner' })
  return { ...year, cafes, goods, staff, evenings: [], done: {}, wrong: [] }
}

async function liveDay(site: Site, index: number): Promise<void> {
  const { shop, random } = site
  toMorning(site)
  // Sessions end: staff sign in each day, and buyers every week.
  if (index % 7 === 0) for (const cafe of site.cafes) await signInAgain(shop, cafe)
  site.staff = await signedIn(shop, { name: 'Olive Owner', role: 'owner' })
  await twice(() => keepPlanned(shop.shop))
  await twice(() => standingDates(shop.shop))
  await twice(() => billPeriods(shop.shop))
  await twice(() => billWhatLeft(shop.shop))
  for (const cafe of site.cafes) {
    if (random() < 0.25) await order(site, cafe)
    if (cafe.standing === null && random() < 0.02) await begin(site, cafe)
  }
  await deliver(site)
  for (const cafe of site.cafes) if (random() < 0.15) await pay(site, cafe)
  if (random() < 0.2) await credit(site)
  if (index % 15 === 5) await moveIn(site)
  await rememberEvening(site)
  if (index % 20 === 19) await checkRows(site)
}

async function signInAgain(shop: TestShop, { person }: Cafe): Promise<void> {
  const token = await startSession(shop.shop, person.id, { ip: '127.0.0.1', userAgent: 'test' })
  Object.assign(person, { cookie: `sid=${token}` })
}

/** Ten in the morning of the next day. */
function toMorning({ shop: { clock } }: Site): void {
  const tomorrow = nowAt({ now: () => new Date(clock.now().getTime() + DAY) }).day
  const morning = Date.parse(utcOf({ day: tomorrow, time: '10:00' }))
  clock.advance(Math.max(HOUR, morning - clock.now().getTime()))
}

/** The work of a job at two instances at once. */
async function twice(run: () => Promise<unknown>): Promise<void> {
  await Promise.all([run(), run()])
}

const pick = <T>({ random }: Year, all: readonly T[]): T => all[Math.floor(random() * all.length)]!
const upTo = ({ random }: Year, most: number) => 1 + Math.floor(random() * most)

/** Counts what was done, and keeps an answer that should not be. */
function expectOne(site: Site, what: string, answer: Answer, statuses: number[]): boolean {
  const name = `${what} ${answer.status}`
  site.done[name] = (site.done[name] ?? 0) + 1
  if (!statuses.includes(answer.status))
    site.wrong.push(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`)
  return answer.status < 300
}

const linesFor = (site: Site) =>
  site.goods.filter(() => site.random() < 0.6).map((line) => ({ ...line, grind: '', qty: upTo(site, 9) }))

/** An order, sent twice with the same key; some are changed or canceled again. */
async function order(site: Site, { company, location, person }: Cafe): Promise<void> {
  const lines = linesFor(site)
  const form = await person.get(`/api/account-orders/form?company=${company}`)
  const first = form.body.deliveries?.[0]
  if (lines.length === 0 || !first) return
  const wanted = { company, location, lines, deliversOn: first.deliversOn, payBy: 'account' }
  const key = { 'idempotency-key': `order-${company}-${site.shop.clock.now().getTime()}` }
  const send = () => person.post('/api/account-orders', wanted, key)
  const [one, two] = await Promise.all([send(), send()])
  // On hold, or over the credit limit.
  if (!expectOne(site, 'order', one, [201, 409])) return
  if (one.body._id !== two.body._id)
    site.wrong.push(`An order was placed twice: ${one.body._id} ${two.body._id}`)
  const turn = site.random()
  if (turn < 0.1)
    expectOne(site, 'cancel', await person.post(`/api/account-orders/${one.body._id}/cancel`, {}), [200])
  else if (turn < 0.2) {
    const changed = {
      ...wanted,
      lines: [{ ...site.goods[0]!, grind: '', qty: upTo(site, 9) }],
      changes: one.body._id,
    }
    expectOne(site, 'change', await person.post('/api/account-orders', changed), [201])
  }
}

/** A standing order for every week. */
async function begin(site: Site, cafe: Cafe): Promise<void> {
  const line = { ...site.goods[upTo(site, 3) - 1]!, grind: '', qty: upTo(site, 6) }
  const body = {
    location: cafe.location,
    everyWeeks: 1,
    weekday: upTo(site, 5),
    startsOn: nowAt(site.shop.clock).day,
    lines: [{ product: line.product, size: line.sizeId, grind: '', qty: line.qty }],
  }
  const answer = await cafe.person.post('/api/standing-orders', body)
  if (expectOne(site, 'standing order', answer, [201])) cafe.standing = answer.body._id
}

/** The van: most stops take everything, some lack pieces, at some nobody is there. Each step is sent twice. */
async function deliver(site: Site): Promise<void> {
  const { shop, staff } = site
  const { day } = nowAt(shop.clock)
  const { late } = (await staff.get(`/api/deliveries/${day}`)).body
  // What was not delivered on its day goes out today.
  for (const { _id } of late)
    expectOne(site, 'late', await staff.put(`/api/deliveries/orders/${_id}/day`, { day }), [200])
  const { body } = await staff.get(`/api/deliveries/${day}`)
  for (const stop of body.runs.flatMap((run: { stops: object[] }) => run.stops)) {
    const open = stop.orders.filter(({ outcome }: { outcome: string | null }) => outcome === null)
    if (open.length === 0) continue
    const orders = open.map(({ _id }: { _id: string }) => _id)
    const key = { 'idempotency-key': `stop-${stop._id}-${day}` }
    if (site.random() < 0.05) {
      const newDay = nowAt({ now: () => new Date(shop.clock.now().getTime() + DAY) }).day
      expectOne(
        site,
        'nobody there',
        await staff.post('/api/deliveries/nobody', { day, orders, newDay }, key),
        [200],
      )
      continue
    }
    const [{ lines }] = open
    const shorts =
      site.random() < 0.2
        ? [
            {
              order: orders[0],
              line: lines[0].line,
              qty: upTo(site, lines[0].qty),
              why: pick(site, ['missing', 'damaged', 'refused']),
            },
          ]
        : []
    const send = () =>
      staff.post('/api/deliveries/handed-over', { day, orders, receivedBy: 'Kim', shorts }, key)
    const [one, two] = await Promise.all([send(), send()])
    expectOne(
      site,
      shorts.length > 0 ? 'short delivery' : 'delivery',
      one,
      shorts.length > 0 ? [200, 400] : [200],
    )
    if (two.status !== one.status)
      site.wrong.push(`A repeated delivery was answered ${two.status} ${two.text}`)
  }
}

/** A check over a part, all or more of what is owed, sent twice; some bounce. Cents are written off. */
async function pay(site: Site, { company }: Cafe): Promise<void> {
  const { staff, shop } = site
  const ledger = (await staff.get(`/api/ledgers/${company}`)).body
  const owed = Math.round(ledger.ages.balance * 100)
  if (owed <= 0) return
  const share = pick(site, [1, 1, 1, 0.5, 0.33, 1.1])
  const cents = Math.max(1, Math.round(owed * share))
  const body = {
    kind: pick(site, ['check', 'transfer', 'cash']),
    amount: cents / 100,
    receivedOn: nowAt(shop.clock).day,
    reference: `${company}-${shop.clock.now().getTime()}`.slice(-40),
  }
  const key = { 'idempotency-key': `pay-${company}-${shop.clock.now().getTime()}` }
  const send = () => staff.post(`/api/ledgers/${company}/receipts`, body, key)
  const [one] = await Promise.all([send(), send()])
  if (!expectOne(site, 'payment', one, [201]) || site.random() > 0.05) return
  const [{ _id }] = one.body.receipts
  expectOne(site, 'bounce', await staff.post(`/api/receipts/${_id}/undo`, { reason: 'Bounced' }), [200, 409])
}

/** Open invoices of a former system come in, some of them again. */
async function moveIn(site: Site): Promise<void> {
  const companies = site.cafes.map(({ company }) => company)
  const { written, wrong } = await takeOver(site, companies)
  site.done['taken over'] = (site.done['taken over'] ?? 0) + written
  site.wrong.push(...wrong)
}

/** A credit note for pieces of an invoice, and a second one that is too much at times. */
async function credit(site: Site): Promise<void> {
  const { body } = await site.staff.get('/api/invoices')
  if (body.invoices.length === 0) return
  const { _id } = pick(site, body.invoices as { _id: string }[])
  const invoice = (await site.staff.get(`/api/invoices/${_id}`)).body
  const at = Math.floor(site.random() * invoice.lines.length)
  const isFormer = invoice.formerTotal !== null
  const lines = isFormer ? [] : [{ line: at, qty: upTo(site, invoice.lines[at].qty) }]
  const amount = isFormer ? upTo(site, invoice.total * 100) / 100 : 0
  const wanted = { lines, amount, reason: 'Stale', goodsBack: site.random() < 0.5 }
  expectOne(site, 'credit', await site.staff.post(`/api/invoices/${_id}/credits`, wanted), [201, 409])
}

/** Keeps what every account owes this evening, and checks that ages and balances add up. */
async function rememberEvening(site: Site): Promise<void> {
  const { day } = nowAt(site.shop.clock)
  const { total, balances } = await ageing(site, day)
  site.evenings.push({ day, total, balances })
}

const toCents = (dollars: number) => Math.round(dollars * 100)

async function ageing(site: Site, day: string): Promise<Omit<Evening, 'day'>> {
  const { status, body, text } = await site.staff.get(`/api/ageing?day=${day}`)
  if (status !== 200) throw new Error(text)
  const balances = new Map<string, number>()
  let sum = 0
  for (const each of body.accounts) {
    const { current, to30, to60, to90, over90, credit: left, balance } = each
    const ages = [current, to30, to60, to90, over90].map(toCents).reduce((one, two) => one + two, 0)
    if (ages - toCents(left) !== toCents(balance))
      site.wrong.push(`Ages do not add up on ${day}: ${JSON.stringify(each)}`)
    balances.set(each._id, toCents(balance))
    sum += toCents(balance)
  }
  if (sum !== toCents(body.total.balance))
    site.wrong.push(`The accounts do not add up to the total of ${day}`)
  return { balances, total: sum }
}

/** Every evening is the same when it is read again later, and the statements say the same. */
async function checkPast(site: Site): Promise<void> {
  await checkRows(site)
  site.staff = await signedIn(site.shop, { name: 'Olive Owner', role: 'owner' })
  for (const [index, { day, total, balances }] of site.evenings.entries()) {
    const again = await ageing(site, day)
    if (again.total !== total) site.wrong.push(`The total of ${day} was ${total} and is ${again.total}`)
    for (const [company, cents] of again.balances)
      if ((balances.get(company) ?? 0) !== cents)
        site.wrong.push(`${company} owed ${balances.get(company)} on ${day}, and now ${cents}`)
    if (index % 10 !== 0) continue
    const { company } = pick(site, site.cafes)
    const { body } = await site.staff.get(`/api/ledgers/${company}/statement?from=${day}&until=${day}`)
    if (toCents(body.closing) !== (balances.get(company) ?? 0))
      site.wrong.push(
        `The statement of ${company} closes with ${body.closing} on ${day}, not ${balances.get(company)}`,
      )
  }
}

async function checkRows({ shop, wrong }: Site): Promise<void> {
  wrong.push(
    ...(await ledgerViolations(shop.db)),
    ...(await violations(shop.db)),
    ...(await goodsViolations(shop.db)),
  )
}
