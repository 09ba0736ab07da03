import type { CounterMove } from '#shared/checkout/api/counter-days.ts'

/** The address of the list of counter days, and that of a day. */
export const LIST = '/admin/counter-days'

export const dayPath = (id: string) => `/admin/counter-day/${id}`

/** What a move of cash is. */
export const KINDS: Record<CounterMove['kind'], string> = {
  in: 'Paid in',
  out: 'Paid out',
  'gift-card': 'Gift card sold',
  correction: 'Count corrected',
}
