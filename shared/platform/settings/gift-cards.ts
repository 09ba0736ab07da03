/** Gift cards: whether the shop sells them, the amounts that it suggests, and the limits. */
import * as z from 'zod/mini'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import type { EditOf } from '../resources/described.ts'
import { choice, money, ruledText } from '../resources/kinds.ts'

const MAX_AMOUNTS = 60

export const giftCardFields = {
  isOffered: choice('Gift cards in the shop', {
    column: 'is_offered',
    words: ['Not sold', 'Sold'],
    hint: 'Cards that are already sold stay valid: gift cards never expire',
  }),
  amounts: ruledText('Amounts to choose from', {
    column: 'amounts',
    edit: z.string('List at least one amount').check(
      z.trim(),
      z.maxLength(MAX_AMOUNTS, `Use ${MAX_AMOUNTS} characters at most`),
      z.refine((text) => amountsIn(text) !== null, 'List amounts such as 25, 50, 100'),
    ),
    input: { as: 'line', max: MAX_AMOUNTS, required: true },
    hint: 'In dollars, separated by commas. Buyers can also enter their own amount',
  }),
  least: money('Smallest amount', { column: 'least_cents' }),
  most: money('Largest amount', {
    column: 'most_cents',
    hint: 'Also the largest amount of a card that a barista sells',
  }),
  barPerDay: money('Baristas sell per day', {
    column: 'bar_per_day_cents',
    hint: 'The total of the gift cards that one barista may sell at the bar in a day. 0 if baristas sell none',
  }),
}

type GiftCardSettings = EditOf<typeof giftCardFields>

export const GIFT_CARD_DEFAULTS: GiftCardSettings = {
  isOffered: true,
  amounts: '25, 50, 100',
  least: 5,
  most: 500,
  barPerDay: 500,
}

/** The amounts of a list in dollars; null if it is not a list of amounts. */
function amountsIn(text: string): number[] | null {
  const amounts = text.split(/[,;]/).map((part) => Number(part.trim().replace(/^\$/, '') || NaN))
  const areAmounts = amounts.every((amount) => amount > 0 && amount < 100_000 && isWhole(amount * 100))
  return areAmounts ? amounts : null
}

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-6

/** The amounts that the shop suggests, within the limits, in dollars. */
export function suggestedAmounts({
  amounts,
  least,
  most,
}: Pick<GiftCardSettings, 'amounts' | 'least' | 'most'>): number[] {
  const cents = new Set((amountsIn(amounts) ?? []).map(toCents))
  return [...cents].map(toDollars).filter((amount) => amount >= least && amount <= most)
}

/** The problems of an edit that are about several fields. */
export function giftCardProblems({ least, most }: GiftCardSettings): Record<string, string> {
  if (least < 1) return { least: 'The smallest amount is at least $1.00' }
  return least <= most ? {} : { most: 'The largest amount cannot be less than the smallest' }
}
