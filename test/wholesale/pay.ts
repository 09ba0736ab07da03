/** Accounts pay in parts, too much, or a little short, by hand and online; checks bounce, and staff credit and write off. */
import { payOnline } from './orders.ts'
import { chance, isDone, newKey, pick, toCents, today, twice, upTo, type Cafe, type Site } from './site.ts'

/** Pays a part, all or more of what is owed. */
export async function pay(site: Site, cafe: Cafe): Promise<void> {
  const { company } = cafe
  const ledger = (await site.staff.get(`/api/ledgers/${company}`)).body
  const owed = toCents(ledger.ages.balance)
  if (owed <= 0) return
  const share = pick(site, [1, 1, 1, 0.5, 0.33, 1.1])
  // Some forget a few cents.
  const cents = Math.max(1, chance(site, 0.2) ? owed - upTo(site, 50) : Math.round(owed * share))
  const open = ledger.open.slice(0, 50).map(({ _id }: { _id: string }) => _id)
  if (chance(site, 0.25) && open.length > 0)
    return payInvoices(site, cafe, { invoices: open, amount: cents / 100 })
  await payByHand(site, company, cents)
}

async function payInvoices(site: Site, { company, person }: Cafe, wanted: object): Promise<void> {
  const key = newKey()
  const send = () => person.post(`/api/account-invoices/${company}/payments`, wanted, key)
  const answer = await twice(site, 'A payment', send)
  if (isDone(site, 'payment online', answer, [409])) await payOnline(site, person, answer.body._id)
}

/** Some checks bounce. */
async function payByHand(site: Site, company: string, cents: number): Promise<void> {
  const { staff, known } = site
  const key = newKey()
  const body = {
    kind: pick(site, ['check', 'transfer', 'cash']),
    amount: cents / 100,
    receivedOn: today(site),
    reference: key['idempotency-key'],
  }
  const send = () => staff.post(`/api/ledgers/${company}/receipts`, body, key)
  const answer = await twice(site, 'A payment by hand', send)
  if (!isDone(site, 'payment', answer)) return
  known.received.set(company, (known.received.get(company) ?? 0) + cents)
  if (!chance(site, 0.05)) return
  const { receipts } = answer.body as { receipts: { _id: string; reference: string }[] }
  const { _id } = receipts.find(({ reference }) => reference === body.reference)!
  const undo = () => staff.post(`/api/receipts/${_id}/undo`, { reason: 'Bounced' })
  if (isDone(site, 'bounce', await twice(site, 'A bounce', undo)))
    known.received.set(company, known.received.get(company)! - cents)
}

/** A credit note for pieces of an invoice, sometimes for more than it has left. */
export async function credit(site: Site): Promise<void> {
  const { staff, known } = site
  const { body } = await staff.get(`/api/invoices?pageNumber=${upTo(site, 3)}`)
  if (body.invoices.length === 0) return
  const { _id } = pick(site, body.invoices as { _id: string }[])
  const invoice = (await staff.get(`/api/invoices/${_id}`)).body
  const at = Math.floor(site.random() * invoice.lines.length)
  const isFormer = invoice.formerTotal !== null
  const lines = isFormer ? [] : [{ line: at, qty: upTo(site, invoice.lines[at].qty) }]
  const amount = isFormer ? upTo(site, toCents(invoice.total)) / 100 : 0
  const wanted = { lines, amount, reason: 'Stale', isBack: !isFormer && chance(site, 0.5) }
  const key = newKey()
  const send = () => staff.post(`/api/invoices/${_id}/credits`, wanted, key)
  const answer = await twice(site, 'A credit note', send)
  if (isDone(site, 'credit', answer, [409])) known.credits.add(answer.body._id)
}

/** Writes off the few cents that an invoice has open, and takes that back at times. */
export async function writeOff(site: Site): Promise<void> {
  const { staff } = site
  const { body } = await staff.get('/api/invoices?state=open&sort=due&order=asc')
  const small = body.invoices.filter(({ open }: { open: number }) => open <= 1)
  if (small.length === 0) return
  const { _id } = pick(site, small as { _id: string }[])
  const path = `/api/invoices/${_id}/write-off`
  const send = () => staff.post(path, { reason: 'Cents' })
  const both = await Promise.all([send(), send()])
  for (const answer of both) isDone(site, 'write-off', answer, [409])
  if (both.every(({ status }) => status < 300)) site.wrong.push(`Invoice ${_id} was written off twice`)
  if (chance(site, 0.2)) isDone(site, 'undo write-off', await staff.delete(path))
}
