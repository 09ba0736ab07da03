/** The boxes and the sender of parcels. */
import * as z from 'zod/mini'
import { brand } from '#shared/kernel/brand.ts'
import { count, line, requiredLine } from '#shared/kernel/fields.ts'
import { BOXES, formatBox, MAX_GRAMS, roomOf, type Box } from '../parcel.ts'
import { weighIn } from '#shared/kernel/weights.ts'
import { normalPhone } from '#shared/kernel/phone.ts'
import { stateCode, zipCode } from './business.ts'
import type { EditOf } from '../resources/described.ts'
import { requiredText, ruledText } from '../resources/kinds.ts'
import { records } from '../resources/shop-kinds.ts'

const MAX_BOXES = 20
/** USPS takes parcels of 108 inches at most, without a surcharge (Domestic Mail Manual, 101.3.1). */
const MAX_SIDE = 108

function side(name: string) {
  const problem = `${name} must be more than 0 inches`
  return z.number(`Enter the ${name.toLowerCase()} in inches`).check(
    z.positive(problem),
    z.maximum(MAX_SIDE, `${name} may be ${MAX_SIDE} inches at most`),
    z.refine(
      (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
      `${name} has two decimals at most`,
    ),
  )
}

const box = z.object({
  name: requiredLine('The name of the box', 40),
  lengthIn: side('Length'),
  widthIn: side('Width'),
  heightIn: side('Height'),
  grams: count('The weight of the empty box', MAX_GRAMS),
})

const anyBox = z.object({
  name: z.string(),
  lengthIn: z.number(),
  widthIn: z.number(),
  heightIn: z.number(),
  grams: z.number(),
})

const boxes = records('Boxes', {
  column: 'boxes',
  of: box,
  reply: anyBox,
  max: MAX_BOXES,
  print: (each) => `${formatBox(each)}, ${weighIn(true)(each.grams)}`,
})

export const parcelFields = {
  boxes: {
    ...boxes,
    edit: boxes.edit.check(z.minLength(1, 'Enter at least one box')),
    store: (value: Box[]) => boxes.store(value.toSorted((one, other) => roomOf(one) - roomOf(other))),
  },
  senderName: requiredText('Name', { column: 'sender_name', max: 60, part: 'sender' }),
  street: requiredText('Street', { column: 'street', max: 100, part: 'sender' }),
  city: requiredText('City', { column: 'city', max: 60, part: 'sender' }),
  state: ruledText('State', {
    column: 'state',
    part: 'sender',
    edit: stateCode(),
    input: { as: 'line', max: 2, required: true },
  }),
  postalCode: ruledText('ZIP code', {
    column: 'postal_code',
    part: 'sender',
    edit: zipCode(),
    input: { as: 'line', max: 10, required: true },
  }),
  phone: ruledText('Phone', {
    column: 'phone',
    part: 'sender',
    hint: 'USPS requires it on labels',
    edit: line('Phone', 30).check(
      z.refine((typed) => Boolean(normalPhone(typed)), 'Enter 7 to 15 digits, such as 703 555 0100'),
    ),
    input: { as: 'line', max: 30, required: true },
  }),
}

type ParcelSettings = EditOf<typeof parcelFields>

export const PARCEL_DEFAULTS: ParcelSettings = {
  boxes: [...BOXES],
  senderName: brand.roasters,
  street: brand.place.street,
  city: brand.place.city,
  state: brand.place.state,
  postalCode: brand.place.postalCode,
  phone: '703 555 0139',
}
