/** The owner's settings of wholesale orders: their share of the roastery, standing orders, and the weekly mail. */
import * as z from 'zod/mini'
import { count, line } from '#shared/kernel/fields.ts'
import { WEEKDAYS } from '#shared/kernel/days.ts'
import type { EditOf } from '../resources/described.ts'
import { choice, oneOf, requiredInteger, ruledText } from '../resources/kinds.ts'

const MOST_HOURS = 96

export const wholesaleFields = {
  retailPercent: requiredInteger('Kept for retail', {
    column: 'retail_percent',
    max: 100,
    hint: 'In percent of the capacity of a roast day. Wholesale orders take at most the rest. 0 keeps nothing',
  }),
  writeHours: {
    ...requiredInteger('Write standing orders', {
      column: 'write_hours',
      max: MOST_HOURS,
      hint: 'In hours before the cut-off. From then on it is an order that the buyer can still change',
    }),
    edit: count('Write standing orders', MOST_HOURS).check(
      z.minimum(2, 'Write standing orders at least 2 hours before the cut-off'),
    ),
  },
  leavesOut: choice('A standing order on a closed day', {
    column: 'leaves_out',
    words: ['Deliver it earlier', 'Leave it out'],
    hint: 'Earlier: on the last day before it on which you can deliver. The buyers get an email',
  }),
  mailDay: oneOf('Weekly email', {
    column: 'mail_day',
    options: WEEKDAYS,
    none: 'Never',
    hint: 'To the buyers who want it: a link that opens last week’s order',
  }),
  mailTime: ruledText('Time of the weekly email', {
    column: 'mail_time',
    edit: line('Time of the weekly email', 5).check(
      z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter the time as 09:00'),
    ),
    input: { as: 'line', type: 'time', max: 5, required: true },
  }),
}

export type WholesaleSettings = EditOf<typeof wholesaleFields>

export const WHOLESALE_DEFAULTS: WholesaleSettings = {
  retailPercent: 0,
  writeHours: 24,
  leavesOut: false,
  mailDay: '',
  mailTime: '09:00',
}
