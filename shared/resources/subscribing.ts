/** The owner's settings of subscriptions, in the order of their form. */
import * as z from 'zod/mini'
import { count } from '../fields.ts'
import { rhythmText, WEEKS, type Weeks } from '../subscriptions.ts'
import type { EditOf } from './described.ts'
import { check, money, requiredInteger } from './kinds.ts'
import { several } from './lists.ts'

const MAX_PERCENT = 50
const RHYTHMS = WEEKS.map(rhythmText)

export const subscribingFields = {
  isOffered: check('Subscriptions', {
    column: 'is_offered',
    words: ['Off', 'Offered'],
    edit: z.boolean(),
    hint: 'Off: no new subscriptions. Those that people have go on. PayPal must allow saved payment methods for your account',
  }),
  percent: requiredInteger('Discount', {
    column: 'percent',
    max: MAX_PERCENT,
    hint: 'In percent. New subscriptions get it; those that people have keep theirs',
  }),
  weeks: several('Rhythms', { column: 'weeks', options: RHYTHMS }),
  hasChoice: check('Roaster’s choice', {
    column: 'has_choice',
    words: ['Off', 'Offered'],
    edit: z.boolean(),
    hint: 'Subscribers choose a taste, and you choose the coffee of each box',
  }),
  choicePrice: money('Price of roaster’s choice', {
    column: 'choice_cents',
    hint: 'In dollars, for a bag in the first size of a coffee, before the discount. A coffee that costs less is charged at its own price',
  }),
  noticeDays: {
    ...requiredInteger('Mail before a charge', {
      column: 'notice_days',
      max: 14,
      hint: 'In days. With links to skip, change and cancel',
    }),
    edit: count('Mail before a charge', 14).check(
      z.minimum(3, 'Write to subscribers 3 days at least before a charge'),
    ),
  },
}

export type SubscribingSettings = EditOf<typeof subscribingFields>

/** Off, because the account at PayPal must allow saved payment methods. The demo switches it on. */
export const SUBSCRIBING_DEFAULTS: SubscribingSettings = {
  isOffered: false,
  percent: 10,
  weeks: [...RHYTHMS],
  hasChoice: true,
  choicePrice: 20,
  noticeDays: 5,
}

/** The rhythms that are offered, in weeks. */
export function weeksOf({ weeks }: Pick<SubscribingSettings, 'weeks'>): Weeks[] {
  return WEEKS.filter((each) => weeks.includes(rhythmText(each)))
}

/** The problem of each field that cannot have its value, because of the others. */
export function subscribingProblems({
  isOffered,
  weeks,
  hasChoice,
  choicePrice,
}: SubscribingSettings): Record<string, string> {
  return {
    ...(isOffered && weeks.length === 0 ? { weeks: 'Choose at least one rhythm' } : {}),
    ...(hasChoice && choicePrice === 0 ? { choicePrice: 'Enter a price' } : {}),
  }
}
