/** The fields of a location of a wholesale account, in the order of the form. */
import * as z from 'zod/mini'
import { WEEKDAYS, type Weekday } from '#shared/kernel/days.ts'
import { integer, longText, requiredInteger, requiredText, text } from '#shared/platform/resources/kinds.ts'
import { severalOrNone } from '#shared/platform/resources/lists.ts'
import { addressFields, named, optionalTime, tick } from './fields.ts'
import { MINIMUMS } from './company.ts'

export const HANDOVERS = { van: 'Own van', pickup: 'Pickup', parcel: 'Parcel' } as const

/** The fields that the account's own people change, too. */
export const ownLocationFields = {
  name: requiredText('Name', { column: 'name', max: 80, hint: 'Such as Mosaic District' }),
  recipient: requiredText('Recipient', { column: 'recipient', max: 100 }),
  phone: text('Phone', { column: 'phone', max: 40 }),
  ...addressFields,
  receivesFrom: optionalTime('Receives from', { column: 'receives_from' }),
  receivesTo: optionalTime('Receives until', { column: 'receives_to' }),
  doorNote: longText('Note for the driver', {
    column: 'door_note',
    max: 500,
    rows: 3,
    hint: 'Where to go, whom to ask, the code of a door',
  }),
}

/** The fields that only staff change. */
export const deliveryFields = {
  handover: named('Delivery', { column: 'handover', options: HANDOVERS }),
  weekdays: {
    ...severalOrNone('Delivery days', { column: 'weekdays', options: WEEKDAYS }),
    store: (days: Weekday[]) =>
      WEEKDAYS.flatMap((day, index) => (days.includes(day) ? [index + 1] : [])).join(','),
    load: weekdaysIn,
  },
  cutoffDays: {
    ...requiredInteger('Order at least', { column: 'cutoff_days', max: 30 }),
    hint: 'Days before the delivery',
    edit: z._default(z.int().check(z.minimum(0), z.maximum(30, 'At most 30 days')), 3),
    blank: 3,
  },
  cutoffTime: {
    ...optionalTime('Until', { column: 'cutoff_time', hint: 'On the last day for an order' }),
    edit: z._default(
      z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 12:00')),
      '12:00',
    ),
    blank: '12:00',
    input: { as: 'line', type: 'time', max: 5, required: true } as const,
  },
  minimum: named('Smallest order', {
    column: 'minimum',
    options: { account: 'As the account', ...MINIMUMS },
  }),
  minimumValue: {
    ...integer('At least', { column: 'minimum_value', max: 100_000_000 }),
    input: { as: 'own' } as const,
    loggedAs: 'Smallest order in grams or cents',
  },
  isClosed: {
    ...tick('Gets no deliveries', { column: 'is_active' }),
    store: (isClosed: boolean) => (isClosed ? (0 as const) : (1 as const)),
    load: (stored: 0 | 1) => stored === 0,
  },
}

export const locationFields = { ...ownLocationFields, ...deliveryFields }

/** The weekdays of a column such as '2,4': from 1 for Monday to 7. */
export function weekdaysIn(stored: string): Weekday[] {
  return stored.split(',').flatMap((number) => WEEKDAYS[Number(number) - 1] ?? [])
}
