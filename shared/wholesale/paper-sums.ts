/** Texts and sums of an invoice, as its page and its PDF show them. */
import { formatDollars } from '#shared/kernel/pricing.ts'
import type { InvoicePaper } from './api/invoices.ts'

/** The text that an invoice of a former system has instead of its items. */
export const FORMER_TEXT =
  'This invoice was issued before we changed our system. Your copy of it has the items.'

/** 'Due Nov 1, 2026 (Net 30)'; the terms alone if it was paid before. @param day the due date as text */
export function dueText(
  { isPrepaid, terms }: Pick<InvoicePaper, 'isPrepaid' | 'terms'>,
  day: string,
): string {
  if (isPrepaid) return terms
  return terms === '' ? `Due ${day}` : `Due ${day} (${terms})`
}

/** '1234567, PO 77'; the number is empty if only that of the buyer is known. */
export function orderText(number: string, po: string): string {
  return [number, po && `PO ${po}`].filter(Boolean).join(', ')
}

/** A name, an amount, and whether it is a total. */
type Sum = [name: string, amount: string, isTotal?: boolean]

export function sumsOf(paper: InvoicePaper): Sum[] {
  const { settled, open, state } = paper
  return [
    ...(paper.formerTotal === null ? billed(paper) : takenOver(paper, paper.formerTotal)),
    ...(settled > 0 ? [less('Paid and credited', settled)] : []),
    [state === 'void' ? 'Void' : 'Open', formatDollars(open), true],
  ]
}

function billed({ items, shipping, tax, taxText, total }: InvoicePaper): Sum[] {
  return [
    ['Items', formatDollars(items)],
    ...(shipping > 0 ? [['Delivery', formatDollars(shipping)] satisfies Sum] : []),
    [taxText, formatDollars(tax)],
    ['Total', formatDollars(total), true],
  ]
}

function takenOver({ total }: InvoicePaper, formerTotal: number): Sum[] {
  if (formerTotal === total) return [['Total', formatDollars(total), true]]
  return [
    ['Total', formatDollars(formerTotal)],
    less('Paid before we changed our system', formerTotal - total),
    ['Taken over', formatDollars(total), true],
  ]
}

function less(name: string, dollars: number): Sum {
  return [name, `−${formatDollars(dollars)}`]
}
