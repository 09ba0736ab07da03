import type { AddressText } from './address.ts'
import { type Measured, measured } from './prices.ts'

/** Thrown for a request that the real service would reject. `body` is the error response. */
export class Rejected extends Error {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super(`${status}`)
    this.status = status
    this.body = body
  }
}

export type ParcelText = {
  length: string
  width: string
  height: string
  distance_unit: string
  weight: string
  mass_unit: string
}

const requiredField = ['This field is required.']

/** Checks that a value of a request is a JSON object. Throws Rejected. */
export function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Rejected(400, { detail: 'Invalid data. Expected a dictionary.' })
  }
  return { ...value }
}

/** Checks an address in a request: texts of at most 300 characters, with a country. Throws Rejected. */
export function addressOf(value: unknown): AddressText {
  const fields = objectOf(value)
  const text = (name: string) => {
    const word = fields[name] ?? ''
    if (typeof word !== 'string') throw new Rejected(400, { [name]: ['Not a valid string.'] })
    if (word.length > 300) {
      throw new Rejected(400, { [name]: ['Ensure this field has no more than 300 characters.'] })
    }
    return word
  }
  if (!text('country')) throw new Rejected(400, { country: requiredField })
  return {
    name: text('name'),
    company: text('company'),
    street1: text('street1'),
    street2: text('street2'),
    street3: text('street3'),
    street_no: text('street_no'),
    city: text('city'),
    state: text('state'),
    zip: text('zip'),
    country: text('country'),
    phone: text('phone'),
    email: text('email'),
  }
}

/** Checks the optional metadata of an object, at most 100 characters. Throws Rejected. */
export function metadataOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string' && value.length <= 100) return value
  throw new Rejected(400, { metadata: ['Ensure this field has no more than 100 characters.'] })
}

/**
 * Checks a parcel in a request, and returns it with its size in pounds and inches. Numbers must be texts with up to six
 * digits before and four digits after the point, as in Shippo's documentation. Templates and stored parcels are not
 * supported. Throws Rejected.
 */
export function parcelOf(value: unknown): { text: ParcelText; measure: Measured } {
  const fields = objectOf(value)
  const decimal = (name: string) => {
    const word = fields[name]
    if (word === undefined) throw new Rejected(400, { parcels: [{ [name]: requiredField }] })
    if (typeof word !== 'string' || !/^\d{1,6}(\.\d{1,4})?$/.test(word) || Number(word) === 0) {
      throw new Rejected(400, { parcels: [{ [name]: ['A valid number is required.'] }] })
    }
    return word
  }
  const unit = (name: string) => {
    const word = fields[name]
    if (typeof word !== 'string') throw new Rejected(400, { parcels: [{ [name]: requiredField }] })
    return word
  }
  const text = {
    length: decimal('length'),
    width: decimal('width'),
    height: decimal('height'),
    distance_unit: unit('distance_unit'),
    weight: decimal('weight'),
    mass_unit: unit('mass_unit'),
  }
  const sides: [number, number, number] = [Number(text.length), Number(text.width), Number(text.height)]
  const measure = measured(sides, text.distance_unit, Number(text.weight), text.mass_unit)
  if (!measure) throw new Rejected(400, { parcels: [{ mass_unit: ['Not a valid choice of unit.'] }] })
  return { text, measure }
}
