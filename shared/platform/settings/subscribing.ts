/** The owner's settings of subscriptions, in the order of their form. */
import * as z from 'zod/mini'
import { count } from '#shared/kernel/fields.ts'
import { frequencyText, WEEKS, type Weeks } from '../subscriptions.ts'
import type { EditOf } from '../resources/described.ts'
import { check, money, requiredInteger } from '../resources/kinds.ts'
import { several } from '../resources/lists.ts'

const MAX_PERCENT = 50
const FREQUENCIES = WEEKS.map(frequencyText)

export const subscribingFields = {
  isOffered: check('Subscriptions', {
    column: 'is_offered',
    words: ['Off', 'Offered'],
    edit: z.boolean(),
    hint: 'If off, there are no new subscriptions, and existing ones continue. PayPal must allow saved payment methods for your account',
  }),
  percent: requiredInteger('Discount', {
    column: 'percent',
    max: MAX_PERCENT,
    hint: 'In percent, for new subscriptions. Existing subscriptions keep their discount',
  }),
  weeks: several('Frequencies', { column: 'weeks', options: FREQUENCIES }),
  hasChoice: check('Roaster’s choice', {
    column: 'has_choice',
    words: ['Off', 'Offered'],
    edit: z.boolean(),
    hint: 'Subscribers choose a taste, and you choose the coffee of each box',
  }),
  choicePrice: money('Price of roaster’s choice', {
    column: 'choice_cents',
    hint: 'In dollars, for a bag of the first size of a coffee, before the discount. A coffee that costs less keeps its lower price',
  }),
  giftShipping: money('Shipping in gift subscriptions', {
    column: 'gift_shipping_cents',
    hint: 'In dollars for each delivery, as part of the price that the giver pays. Shipping and sales tax of each delivery come out of this price. Free from the amount for free shipping on',
  }),
  noticeDays: {
    ...requiredInteger('Email before a charge', {
      column: 'notice_days',
      max: 14,
      hint: 'In days. With links to skip, change and cancel',
    }),
    edit: count('Email before a charge', 14).check(
      z.minimum(3, 'Email subscribers at least 3 days before a charge'),
    ),
  },
}

export type SubscribingSettings = EditOf<typeof subscribingFields>

/** Off by default, because the account at PayPal must allow saved payment methods. The demo switches it on. */
export const SUBSCRIBING_DEFAULTS: SubscribingSettings = {
  isOffered: false,
  percent: 10,
  weeks: [...FREQUENCIES],
  hasChoice: true,
  choicePrice: 20,
  giftShipping: 8,
  noticeDays: 5,
}

/** The frequencies that are offered, in weeks. */
export function weeksOf({ weeks }: Pick<SubscribingSettings, 'weeks'>): Weeks[] {
  return WEEKS.filter((each) => weeks.includes(frequencyText(each)))
}

/** The problem of each field whose value does not fit the other values. */
export function subscribingProblems({
  isOffered,
  weeks,
  hasChoice,
  choicePrice,
}: SubscribingSettings): Record<string, string> {
  return {
    ...(isOffered && weeks.length === 0 ? { weeks: 'Choose at least one frequency' } : {}),
    ...(hasChoice && choicePrice === 0 ? { choicePrice: 'Enter a price' } : {}),
  }
}
