/**
 * Journal entries: one per day, and one for corrections of closed months. The postings of an entry add up to 0. A
 * debit is positive, a credit negative.
 */
import { isRefund, totalOf, type Line } from './bookings.ts'
import type { Amounts } from './facts.ts'

export type Account =
  | 'clearing'
  | 'sales'
  | 'shipping'
  | 'tax'
  | 'refunds'
  | 'fees'
  | 'surplus'
  | 'giftCards'
  | 'till'
  | 'machine'
  | 'rounding'
  | 'overShort'
  | 'cashMoves'
  | 'bank'
  | 'receivable'
export type Posting = { account: Account; text: string; cents: number }
export type Journal = { number: string; day: string; title: string; postings: Posting[] }

export function journalsOf(lines: readonly Line[]): Journal[] {
  const entries = Map.groupBy(lines, ({ day, corrects }) => (corrects === null ? day : `${day}C`))
  return [...entries]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, ofEntry]) => journalOf(key, ofEntry))
    .filter(({ postings }) => postings.length > 0)
}

function journalOf(key: string, lines: readonly Line[]): Journal {
  const day = key.slice(0, 10)
  const isCorrection = key.length > 10
  return {
    number: `FRAME-${key.replaceAll('-', '')}`,
    day,
    title: isCorrection ? `Corrections of closed months, ${day}` : `Shop sales of ${day}`,
    postings: [...received(lines), ...refunded(lines), ...fees(lines)].filter(({ cents }) => cents !== 0),
  }
}

function received(all: readonly Line[]): Posting[] {
  const lines = all.filter((line) => !isRefund(line))
  const part = (name: keyof Amounts) => -sumOf(lines, (line) => line[name])
  return [
    { account: 'clearing', text: 'Payments received', cents: sumOf(lines, totalOf) },
    { account: 'sales', text: 'Goods sold', cents: part('goods_cents') },
    { account: 'shipping', text: 'Shipping charged', cents: part('shipping_cents') },
    { account: 'tax', text: 'Sales tax collected', cents: part('tax_cents') },
    { account: 'surplus', text: 'Payments to be refunded', cents: part('other_cents') },
    { account: 'giftCards', text: 'Gift cards sold', cents: owed(lines, isSale) },
    { account: 'giftCards', text: 'Gift cards spent', cents: owed(lines, isSpending) },
    { account: 'giftCards', text: 'Gift cards changed', cents: owed(lines, isChange) },
    { account: 'refunds', text: 'Gift cards changed', cents: -sumOf(lines.filter(isChange), goodwillOf) },
    { account: 'refunds', text: 'Invoices written off', cents: -sumOf(lines.filter(isWriteOff), goodwillOf) },
    {
      account: 'receivable',
      text: 'Invoices, less credit notes',
      cents: -sumOf(lines.filter(isInvoice), owedLess),
    },
    {
      account: 'receivable',
      text: 'Invoices paid',
      cents: -sumOf(
        lines.filter((line) => !isInvoice(line)),
        owedLess,
      ),
    },
    { account: 'till', text: 'Gift cards paid at the bar', cents: -tillOf(lines, isCard) },
    { account: 'till', text: 'Cash taken', cents: -tillOf(lines, (line) => !isCard(line) && !isDay(line)) },
    { account: 'till', text: 'Cash over or short', cents: -part('over_short_cents') },
    { account: 'till', text: 'Cash paid in and out', cents: -part('cash_move_cents') },
    { account: 'machine', text: 'Taken with the card machine', cents: part('machine_cents') },
    { account: 'bank', text: 'Checks and bank transfers', cents: part('bank_cents') },
    { account: 'rounding', text: 'Cash rounded', cents: part('rounding_cents') },
    { account: 'overShort', text: 'Cash over or short', cents: part('over_short_cents') },
    { account: 'cashMoves', text: 'Cash paid in and out', cents: part('cash_move_cents') },
  ]
}

function refunded(all: readonly Line[]): Posting[] {
  const lines = all.filter(isRefund)
  const part = (name: keyof Amounts) => -sumOf(lines, (line) => line[name])
  return [
    { account: 'refunds', text: 'Goods refunded', cents: part('goods_cents') },
    { account: 'refunds', text: 'Goodwill', cents: part('goodwill_cents') },
    { account: 'shipping', text: 'Shipping refunded', cents: part('shipping_cents') },
    { account: 'tax', text: 'Sales tax refunded', cents: part('tax_cents') },
    { account: 'surplus', text: 'Overpayments refunded', cents: part('other_cents') },
    { account: 'giftCards', text: 'Refunds to and of gift cards', cents: part('gift_card_cents') },
    { account: 'receivable', text: 'Payments of invoices refunded', cents: part('receivable_cents') },
    { account: 'clearing', text: 'Refunds paid', cents: sumOf(lines, totalOf) },
    { account: 'till', text: 'Cash given back', cents: part('till_cents') },
    { account: 'machine', text: 'Given back with the card machine', cents: part('machine_cents') },
    { account: 'bank', text: 'Given back by check or bank transfer', cents: part('bank_cents') },
    { account: 'rounding', text: 'Cash rounded', cents: part('rounding_cents') },
  ]
}

const isCard = ({ kind }: Line) => kind === 'card-sale' || kind === 'card-change'
const isWriteOff = ({ kind }: Line) => kind === 'write-off'
const isInvoice = ({ kind }: Line) => kind === 'invoice' || kind === 'credit-note'
const goodwillOf = (line: Line) => line.goodwill_cents
const owedLess = (line: Line) => line.receivable_cents
const isDay = ({ kind }: Line) => kind === 'counter-day'
const tillOf = (lines: readonly Line[], which: (line: Line) => boolean) =>
  sumOf(lines.filter(which), (line) => line.till_cents)
const isChange = ({ kind }: Line) => kind === 'card-change'
const isSale = (line: Line) => !isChange(line) && line.gift_card_cents > 0
const isSpending = (line: Line) => !isChange(line) && line.gift_card_cents < 0

/** A credit is negative: the shop owes more. */
function owed(lines: readonly Line[], which: (line: Line) => boolean): number {
  return -sumOf(lines.filter(which), (line) => line.gift_card_cents)
}

function fees(lines: readonly Line[]): Posting[] {
  const cents = sumOf(lines, (line) => line.fee_cents)
  return [
    { account: 'fees', text: 'PayPal fees', cents },
    { account: 'clearing', text: 'PayPal fees', cents: -cents },
  ]
}

function sumOf(lines: readonly Line[], cents: (line: Line) => number): number {
  return lines.reduce((sum, line) => sum + cents(line), 0)
}
