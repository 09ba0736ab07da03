/** The five invented wholesale accounts of the demo. */
import type { CompanyRow, LocationRow } from '#server/kernel/db/schema.ts'
import { toGrams } from '#shared/kernel/weights.ts'

/** Number of the coffee among those that are roasted to order, counted from 0, and pieces of its largest bag. */
type Line = readonly [coffee: number, qty: number]

export type DemoAccount = {
  name: string
  legalName: string
  /** The person who orders. */
  buyer: string
  /** Without `@demo.example`. */
  email: string
  street: string
  city: string
  postalCode: string
  company: Partial<CompanyRow>
  location: Pick<LocationRow, 'name' | 'door_note' | 'receives_from' | 'receives_to'>
  /** The weekday of its van, from 1 (Monday) to 7. */
  weekday: number
  /** Every how many weeks it orders, and how many weeks ago it ordered last. */
  everyWeeks: number
  lastWeek: number
  lines: readonly Line[]
  /** The number of a certificate of resale; empty without one. */
  certificate: string
  /** Days ago on which it paid all that was invoiced until then. */
  paidDaysAgo: readonly number[]
  paysBy: 'check' | 'transfer'
  /** Whether a standing order writes its orders, and in which week before now a bag was damaged. */
  standing?: { shortWeek: number }
  /** Whether it has an order for the next van. */
  isNext?: boolean
}

export const ACCOUNTS: readonly DemoAccount[] = [
  {
    name: 'Harbor & Pine Cafe',
    legalName: 'Harbor & Pine LLC',
    buyer: 'Leah Marsh',
    email: 'leah.harbor',
    street: '402 Church Street NE',
    city: 'Vienna',
    postalCode: '22180',
    company: { kind: 'cafe', terms: 'net', net_days: 15, promised_grams: toGrams(120, 'lb') },
    location: {
      name: 'Church Street',
      door_note: 'Back door, ring twice',
      receives_from: '06:30',
      receives_to: '09:00',
    },
    weekday: 4,
    everyWeeks: 1,
    lastWeek: 1,
    lines: [
      [0, 4],
      [1, 1],
      [2, 1],
    ],
    certificate: '10-555010001F-001',
    paidDaysAgo: [72, 58, 44, 30, 16, 5],
    paysBy: 'transfer',
    isNext: true,
  },
  {
    name: 'Juniper Market',
    legalName: 'Juniper Market Inc.',
    buyer: 'Tomas Reyes',
    email: 'tomas.juniper',
    street: '118 W Broad Street',
    city: 'Falls Church',
    postalCode: '22046',
    company: {
      kind: 'grocer',
      terms: 'net',
      net_days: 30,
      bills: 'monthly',
      po_required: 1,
      promised_grams: toGrams(80, 'lb'),
    },
    location: {
      name: 'Broad Street',
      door_note: 'Loading dock',
      receives_from: '07:00',
      receives_to: '11:00',
    },
    weekday: 2,
    everyWeeks: 1,
    lastWeek: 1,
    lines: [
      [1, 2],
      [2, 2],
    ],
    certificate: '10-555010002F-001',
    paidDaysAgo: [40, 12],
    paysBy: 'check',
  },
  {
    name: 'Meridian Offices',
    legalName: 'Meridian Office Services LLC',
    buyer: 'Dana Whitfield',
    email: 'dana.meridian',
    street: '8300 Greensboro Drive',
    city: 'McLean',
    postalCode: '22102',
    company: { kind: 'office', terms: 'net', net_days: 15, promised_grams: toGrams(40, 'lb') },
    location: {
      name: 'Greensboro Drive',
      door_note: 'Front desk, 4th floor',
      receives_from: '08:00',
      receives_to: '16:00',
    },
    weekday: 2,
    everyWeeks: 2,
    lastWeek: 1,
    lines: [[2, 2]],
    certificate: '',
    // Its later invoices are overdue.
    paidDaysAgo: [60],
    paysBy: 'check',
  },
  {
    name: 'The Copper Table',
    legalName: 'Copper Table Restaurant LLC',
    buyer: 'Andre Lowell',
    email: 'andre.copper',
    street: '1025 King Street',
    city: 'Alexandria',
    postalCode: '22314',
    company: {
      kind: 'restaurant',
      terms: 'net',
      net_days: 15,
      status: 'hold',
      hold_reason: 'Two invoices are more than three weeks late',
      promised_grams: toGrams(60, 'lb'),
    },
    location: {
      name: 'King Street',
      door_note: 'Kitchen entrance on the alley',
      receives_from: '09:00',
      receives_to: '11:00',
    },
    weekday: 4,
    everyWeeks: 1,
    lastWeek: 6,
    lines: [
      [0, 2],
      [2, 1],
    ],
    certificate: '10-555010004F-001',
    paidDaysAgo: [70, 53],
    paysBy: 'check',
  },
  {
    name: 'Willow Lane Bakery',
    legalName: 'Willow Lane Bakery LLC',
    buyer: 'Nina Castell',
    email: 'nina.willow',
    street: '77 Maple Avenue W',
    city: 'Vienna',
    postalCode: '22180',
    company: { kind: 'cafe', terms: 'net', net_days: 30, promised_grams: toGrams(60, 'lb') },
    location: {
      name: 'Maple Avenue',
      door_note: 'Through the bakery, it opens at 5',
      receives_from: '05:00',
      receives_to: '10:00',
    },
    weekday: 4,
    everyWeeks: 1,
    lastWeek: 1,
    lines: [
      [0, 2],
      [1, 1],
    ],
    certificate: '10-555010005F-001',
    paidDaysAgo: [50, 20],
    paysBy: 'transfer',
    standing: { shortWeek: 2 },
  },
]
