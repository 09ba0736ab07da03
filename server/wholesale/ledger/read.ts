/** The ledger of an account, statements, and the ageing of all accounts, as the desk sees them. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { AccountLedger, AgesInDollars, ledger, Statement } from '#shared/wholesale/api/ledger.ts'
import { AGES, RECEIPT_NAMES, termsText } from '#shared/wholesale/papers.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { CompanyRow, Db } from '#server/kernel/db/schema.ts'
import { notFound, wrongField } from '#server/kernel/errors.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nameOfCompany } from '../accounts/rows.ts'
import { agesOn, sumOfAges, type Ages } from './ageing.ts'
import { creditUse, holdOf } from './credit.ts'
import { balanceOn, movesOf, type Move } from './moves.ts'

/** Throws 404. */
export async function findCompany({ db }: Pick<Shop, 'db'>, id: string): Promise<CompanyRow> {
  const row = await db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Account')
  return row
}

/** What an account owes. Throws 404. */
export async function readLedger(shop: Shop, id: string): Promise<AccountLedger> {
  const company = await findCompany(shop, id)
  const { day } = nowAt(shop.clock)
  const use = await creditUse(shop.db, company, day)
  const ages = (await agesOn(shop.db, day, id)).get(id) ?? sumOfAges([])
  const open = await shop.db
    .selectFrom('invoices')
    .select(['id', 'number', 'issued_on', 'former_on', 'due_on', 'total_cents', 'settled_cents'])
    .where('company_id', '=', id)
    .where('voided_at', 'is', null)
    .whereRef('settled_cents', '<', 'total_cents')
    .orderBy('due_on')
    .orderBy('issued_at')
    .orderBy('id')
    .execute()
  return {
    _id: id,
    name: nameOfCompany(company),
    terms: termsText({ terms: company.terms, netDays: company.net_days }),
    ages: inDollars(ages),
    accepted: toDollars(use.acceptedCents),
    limit: use.limitCents === null ? null : toDollars(use.limitCents),
    hold: holdOf(company, use, day)?.message ?? '',
    open: open.map((row) => ({
      _id: row.id,
      number: row.number,
      issuedOn: row.former_on ?? row.issued_on,
      dueOn: row.due_on,
      total: toDollars(row.total_cents),
      open: toDollars(row.total_cents - row.settled_cents),
    })),
    receipts: await receiptsOf(shop.db, id),
  }
}

async function receiptsOf(db: Db, id: string): Promise<AccountLedger['receipts']> {
  const rows = await db
    .selectFrom('receipts')
    .leftJoin('receipts as undo', 'undo.undoes_id', 'receipts.id')
    .selectAll('receipts')
    .select('undo.id as undone')
    .where('receipts.company_id', '=', id)
    .where('receipts.kind', '<>', 'order')
    .orderBy('receipts.at', 'desc')
    .orderBy('receipts.id', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    kind: RECEIPT_NAMES[row.kind],
    amount: toDollars(row.cents),
    left: toDollars(row.left_cents),
    day: row.day,
    receivedOn: row.received_on,
    reference: row.reference,
    note: row.note,
    by: row.actor,
    canUndo: row.cents > 0 && row.kind !== 'online' && row.undone === null,
    order: row.order_id,
  }))
}

export function inDollars(ages: Ages): AgesInDollars {
  const keys = [...AGES, 'credit', 'balance'] as const
  return Object.fromEntries(keys.map((key) => [key, toDollars(ages[key])])) as AgesInDollars
}

/** The most days of one statement. */
const MAX_DAYS = 800

/** The moves of an account between two days, both included. Throws 404, and 400 for days in the wrong order. */
export async function readStatement(
  shop: Pick<Shop, 'db'>,
  id: string,
  { from, until }: { from: string; until: string },
): Promise<Statement> {
  if (until < from) throw wrongField('until', 'This day is before the first one')
  if (addDays(from, MAX_DAYS) < until) throw wrongField('until', 'A statement has two years at most')
  const company = await findCompany(shop, id)
  const opening = await balanceOn(shop.db, id, addDays(from, -1))
  let balance = opening
  const moves = (await movesOf(shop.db, id, from, until)).map((move) => {
    balance += move.cents
    return {
      day: move.day,
      text: textOf(move),
      detail: detailOf(move),
      amount: toDollars(move.cents),
      balance: toDollars(balance),
    }
  })
  const ages = (await agesOn(shop.db, until, id)).get(id) ?? sumOfAges([])
  return {
    account: { _id: id, name: nameOfCompany(company) },
    from,
    until,
    opening: toDollars(opening),
    moves,
    closing: toDollars(balance),
    ages: inDollars(ages),
  }
}

function textOf({ kind, text }: Move): string {
  const name = RECEIPT_NAMES[text as keyof typeof RECEIPT_NAMES]
  if (kind === 'invoice') return `Invoice ${text}`
  if (kind === 'opening') return `Invoice ${text} of our former system`
  if (kind === 'void') return `Invoice ${text} voided`
  if (kind === 'credit') return `Credit note ${text}`
  if (kind === 'writeOff') return 'Written off'
  if (kind === 'undone') return `${name} taken back`
  return kind === 'refund' ? `${name} refunded` : name
}

function detailOf({ kind, detail }: Move): string {
  return (kind === 'invoice' || kind === 'opening') && detail
    ? `Due ${formatDate(detail, 'shortDay')}`
    : detail
}

/** What each account owed at the end of a day, the largest balance first. */
export async function readAgeing(shop: Shop, wanted?: string): Promise<Reply<typeof ledger.ageing>> {
  const day = wanted ?? nowAt(shop.clock).day
  const all = await agesOn(shop.db, day)
  const companies = await shop.db.selectFrom('companies').select(['id', 'legal_name', 'trade_name']).execute()
  const accounts = companies.flatMap((company) => {
    const ages = all.get(company.id)
    return ages ? [{ _id: company.id, name: nameOfCompany(company), ...inDollars(ages) }] : []
  })
  return {
    day,
    accounts: accounts.toSorted(
      (one, other) => other.balance - one.balance || (one.name < other.name ? -1 : 1),
    ),
    total: inDollars(sumOfAges(all.values())),
  }
}
