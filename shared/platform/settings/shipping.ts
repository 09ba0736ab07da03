/** The settings of roasting and shipping, in the order of their form. */
import * as z from 'zod/mini'
import type { RoastCalendar } from '../delivery.ts'
import { isDay, WEEKDAYS } from '#shared/kernel/days.ts'
import { count, line } from '#shared/kernel/fields.ts'
import type { EditOf } from '../resources/described.ts'
import { check, optionalMoney, requiredInteger, ruledText } from '../resources/kinds.ts'
import { lines, several } from '../resources/lists.ts'

const MAX_CLOSURES = 100
const MAX_KEPT = 365

export const shippingFields = {
  roastDays: several('Roast days', { column: 'roast_days', options: WEEKDAYS }),
  packingDays: several('Packing days', {
    column: 'packing_days',
    options: WEEKDAYS,
    hint: 'Orders are packed and handed to the carrier. Federal holidays are left out',
  }),
  cutOff: ruledText('Order by', {
    column: 'cut_off',
    hint: 'The time on the last packing day before a roast day',
    edit: timeOfDay('Order by is required'),
    input: { as: 'line', type: 'time', max: 5, required: true },
  }),
  restDays: requiredInteger('Days of rest', {
    column: 'rest_days',
    max: 30,
    hint: 'Between roasting and packing; 0 packs on the roast day',
  }),
  closures: {
    ...lines('Closed', {
      column: 'closures',
      maxLines: MAX_CLOSURES,
      max: 40,
      rows: 4,
      hint: 'The whole shop is closed. One period per line: 2026-12-24, or 2026-12-24 to 2026-12-26. Under Opening hours a closure can have a reason',
    }),
    edit: z
      .array(
        line('A closure', 40).check(
          z.refine(
            (text) => readClosure(text) !== null,
            'Write each closure as 2026-12-24, or 2026-12-24 to 2026-12-26',
          ),
        ),
      )
      .check(z.maxLength(MAX_CLOSURES, `Name ${MAX_CLOSURES} closures at most`)),
  },
  transitMin: requiredInteger('Days on the way, at least', {
    column: 'transit_min',
    max: 30,
    hint: 'Used until the carrier gives a number of days for the address',
  }),
  transitMax: requiredInteger('Days on the way, at most', { column: 'transit_max', max: 30 }),
  freeFrom: optionalMoney('Free shipping from', {
    column: 'free_from_cents',
    hint: 'In dollars, for the items without tax. If empty, buyers always pay the carrier’s price',
  }),
  // These fields have defaults, because the form of an earlier release does not send them.
  pickup: check('Pickup at the bar', {
    column: 'pickup',
    words: ['Off', 'Offered'],
    edit: z._default(z.boolean(), true),
    hint: 'Buyers can choose it at the checkout instead of shipping. Orders that are already placed stay as they are',
  }),
  readyFrom: ruledText('Ready from', {
    column: 'ready_from',
    hint: 'The time on the packing day. If the bar is closed then, orders are ready when it next opens',
    edit: z._default(timeOfDay('Ready from is required'), '14:00'),
    input: { as: 'line', type: 'time', max: 5, required: true },
  }),
  keepDays: {
    ...requiredInteger('Kept for pickup, in days', {
      column: 'keep_days',
      max: MAX_KEPT,
      hint: 'The email that says that the order is ready also names the last day',
    }),
    edit: z._default(
      count('Kept for pickup', MAX_KEPT).check(z.minimum(1, 'Keep orders for at least 1 day')),
      14,
    ),
  },
}

/** '15:00' */
function timeOfDay(missing: string) {
  return z.string(missing).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 15:00'))
}

export type ShippingSettings = EditOf<typeof shippingFields>

/** The defaults: the dates of the shipping policy, and no free shipping. */
export const SHIPPING_DEFAULTS: ShippingSettings = {
  roastDays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  packingDays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  cutOff: '15:00',
  restDays: 0,
  closures: [],
  transitMin: 3,
  transitMax: 5,
  freeFrom: null,
  pickup: true,
  readyFrom: '14:00',
  keepDays: 14,
}

export function calendarOf(settings: ShippingSettings): RoastCalendar {
  return {
    ...settings,
    closures: settings.closures.flatMap((text) => readClosure(text) ?? []),
    transitDays: { min: settings.transitMin, max: settings.transitMax },
  }
}

/** Reads '2026-12-24' or '2026-12-24 to 2026-12-26'. Null if it is neither, or ends before it begins. */
export function readClosure(text: string): { from: string; to: string } | null {
  const found = /^(\d{4}-\d\d-\d\d)(?:\s*(?:to|-|–)\s*(\d{4}-\d\d-\d\d))?$/.exec(text.trim())
  const [, from = '', to = from] = found ?? []
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null
}
