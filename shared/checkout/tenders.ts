/** Money that staff take and give back by hand: the shop talks to no card machine and to no bank. */

/** What is taken at the counter, and belongs to its day. */
export const COUNTER_KINDS = ['cash', 'machine'] as const
export type CounterKind = (typeof COUNTER_KINDS)[number]

/** Checks and bank transfers settle what was not paid otherwise. */
export const TENDER_KINDS = [...COUNTER_KINDS, 'check', 'transfer'] as const
export type TenderKind = (typeof TENDER_KINDS)[number]

export const TENDER_NAMES: Record<TenderKind, string> = {
  cash: 'Cash',
  machine: 'Card machine',
  check: 'Check',
  transfer: 'Bank transfer',
}

/** The name of a payment of which the card machine took a part. */
export const SPLIT_NAME = 'Card machine and cash'

/** How staff take such money and give it back, in a sentence. */
export const TENDER_WAYS: Record<TenderKind, string> = {
  cash: 'in cash',
  machine: 'with the card machine',
  check: 'by check',
  transfer: 'by bank transfer',
}

/** Whether a payment with this provider is a tender. */
export function isTender(provider: string): provider is TenderKind {
  return (TENDER_KINDS as readonly string[]).includes(provider)
}

/** Whether it goes through the counter, and counts in its day. */
export function isOfCounter(kind: TenderKind): kind is CounterKind {
  return (COUNTER_KINDS as readonly string[]).includes(kind)
}

/**
 * What rounding adds to an amount of cash, in cents: 1 and 2 go down, 3 and 4 up, 6 and 7 down, 8 and 9 up. The United States
 * stopped striking the penny in November 2025. Only cash is rounded, once, on the total after tax, and tax is owed on the
 * exact amount (Texas Comptroller, "Pennies").
 * @param cents an amount in cents, not negative
 * @param isRounded whether the shop rounds cash
 */
export function roundingOf(cents: number, isRounded: boolean): number {
  if (!isRounded) return 0
  const over = cents % 5
  return over <= 2 ? -over : 5 - over
}

/** As many digits as the shortest card number has (ISO/IEC 7812). */
const CARD_DIGITS = 12

/**
 * Whether a text may contain the number of a card, in any spelling. Staff must never type one: it would bring the computer of
 * the desk into the scope of PCI DSS (SAQ C-VT).
 */
export function mayHaveCardNumber(text: string): boolean {
  return text.normalize('NFKD').replace(/\P{Nd}/gu, '').length >= CARD_DIGITS
}
