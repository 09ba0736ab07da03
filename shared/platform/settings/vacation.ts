/** Vacation mode: days on which the shop neither roasts nor packs, and whether it takes orders. */
import * as z from 'zod/mini'
import { addDays } from '#shared/kernel/days.ts'
import type { EditOf } from '../resources/described.ts'
import { check, choice, longText } from '../resources/kinds.ts'
import { optionalDay } from '../resources/days.ts'

const MAX_DAYS = 365

export const vacationFields = {
  isOn: check('Vacation', {
    column: 'is_on',
    words: ['Off', 'On'],
    edit: z._default(z.boolean(), false),
    hint: 'On these days the shop neither roasts nor packs. Vacation begins and ends automatically',
  }),
  from: optionalDay('First day', { column: 'first_day' }),
  to: optionalDay('Last day', { column: 'last_day' }),
  isPaused: choice('Orders', {
    column: 'is_paused',
    words: ['Accept orders, with dates after the vacation', 'Pause orders until the vacation is over'],
  }),
  isBarClosed: choice('The bar', {
    column: 'is_bar_closed',
    words: ['Open as usual', 'Closed'],
    hint: 'Whether the bar and pickup are closed on these days too',
  }),
  message: longText('Message', {
    column: 'message',
    max: 300,
    rows: 3,
    hint: 'Visitors read it with the dates on the home page, the products, the cart and the checkout',
  }),
}

export type VacationSettings = EditOf<typeof vacationFields>

export const VACATION_DEFAULTS: VacationSettings = {
  isOn: false,
  from: '',
  to: '',
  isPaused: false,
  isBarClosed: true,
  message: '',
}

/** The problems of a form, by field. */
export function vacationProblems(
  edit: VacationSettings,
  before: VacationSettings,
  today: string,
): Record<string, string> {
  const { isOn, from, to } = edit
  const problems: Record<string, string> = {}
  if (isOn && from === '') problems.from = 'Enter the first day'
  if (isOn && to === '') problems.to = 'Enter the last day'
  if (from === '' || to === '') return problems
  if (to < from) problems.to = 'This is before the first day'
  else if (to > addDays(from, MAX_DAYS)) problems.to = `A vacation has ${MAX_DAYS} days at most`
  else if (isOn && to < today && (to !== before.to || !before.isOn)) problems.to = 'This day is in the past'
  return problems
}

/** The days of a vacation that is on; null if there is none. */
export function vacationDays({ isOn, from, to }: VacationSettings): { from: string; to: string } | null {
  return isOn && from !== '' && to !== '' ? { from, to } : null
}
