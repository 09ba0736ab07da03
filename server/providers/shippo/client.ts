/** The Shippo implementation of `Shipping`: quotes and addresses; labels.ts has the labels. */
import { type Mode, aboutShop } from '../service.ts'
import {
  type GroundRate,
  NoGroundRate,
  type Parcel,
  type QuoteRequest,
  type Sender,
  type ShipAddress,
  type Shipping,
  ShippingUnavailable,
  type ValidatedAddress,
} from '../shipping.ts'
import { type ShippoHttpOptions, ShippoRefused, shippoHttp } from './http.ts'
import { shippoLabels } from './labels.ts'
import { shippoWebhooks } from './webhooks.ts'
import { type Fields, fieldsOf, listOf, required, textOf, unclear, usdCents, modeMismatch } from './parse.ts'

type ShippoOptions = ShippoHttpOptions & {
  mode: Mode
  /** The sender of the connection test, and of quotes without a sender. */
  from: Sender
}

const groundService = 'usps_ground_advantage'

/**
 * The client of Shippo. `apiBase` is `https://api.goshippo.com` or the address of the sandbox; the token selects
 * Shippo's test or live mode. Throws ShippingUnavailable for an invalid response, so that a missing price never becomes
 * free shipping.
 */
export function shippoShipping(options: ShippoOptions): Shipping {
  const http = shippoHttp(options)

  async function quoteGround({ to, parcel, from = options.from }: QuoteRequest): Promise<GroundRate> {
    const body = {
      address_from: { ...wireAddress(from), email: from.email },
      address_to: wireAddress(to),
      parcels: [wireParcel(parcel)],
      async: false,
    }
    const answer = await http
      .call({ method: 'POST', path: '/shipments/', body, repeatable: true })
      .catch(markSenderError)
    return groundRate(answer, options.token)
  }

  return {
    mode: options.mode,
    ...shippoLabels(http, options),
    ...shippoWebhooks(http, options.token),

    async validateAddress(address) {
      try {
        const body = { ...wireAddress(address), validate: true }
        return readAddress(
          await http.call({ method: 'POST', path: '/addresses/', body, repeatable: true }),
          address,
        )
      } catch (error) {
        const messages = error instanceof ShippoRefused ? addressMessages(error, address) : []
        if (messages.length === 0) throw error
        return { ...address, objectId: '', isValid: false, messages }
      }
    },

    quoteGround,

    async check() {
      await quoteGround({ to: options.from, parcel: TEST_PARCEL })
    },
  }
}

/** The parcel of the connection test: a bag of coffee in a small box. */
const TEST_PARCEL: Parcel = { lengthIn: 7, widthIn: 7, heightIn: 7, grams: 450 }

/** Marks an error about the sender's address, because it is caused by the shop's settings and affects every buyer. */
function markSenderError(error: unknown): never {
  const body = error instanceof ShippoRefused ? error.body : null
  if (typeof body === 'object' && body !== null && 'address_from' in body) throw aboutShop(error as Error)
  throw error
}

function wireAddress({ name, street1, street2, city, state, zip, country, phone }: ShipAddress) {
  const wire = { name, street1, street2, city, state, zip, country }
  return phone ? { ...wire, phone } : wire
}

/** Shippo expects numbers as text with at most four decimals. */
function wireParcel({ lengthIn, widthIn, heightIn, grams }: Parcel) {
  return {
    length: decimal(lengthIn),
    width: decimal(widthIn),
    height: decimal(heightIn),
    distance_unit: 'in',
    weight: decimal(grams),
    mass_unit: 'g',
  }
}

function decimal(value: number): string {
  if (!(value > 0 && value < 1_000_000)) throw new RangeError(`not a parcel measure: ${value}`)
  return String(Number(value.toFixed(4)))
}

function readAddress(body: unknown, requested: ShipAddress): ValidatedAddress {
  const fields = fieldsOf(body, 'address')
  const results = fieldsOf(fields.validation_results, 'validation_results')
  if (typeof results.is_valid !== 'boolean') {
    throw unclear('Shippo did not say whether the address is valid')
  }
  const messages = listOf(results.messages ?? [], 'messages')
    .map((message) => textOf(fieldsOf(message, 'message').text).slice(0, 300))
    .filter(Boolean)
    .slice(0, 10)
  const given = results.is_valid ? corrected(fields, requested) : requested
  return {
    name: textOf(fields.name) || requested.name,
    street1: given.street1,
    street2: given.street2,
    city: given.city,
    state: given.state,
    zip: given.zip,
    country: given.country,
    objectId: textOf(fields.object_id),
    isValid: results.is_valid,
    messages,
  }
}

/** The address as the carrier writes it. A field that Shippo leaves out stays as requested. */
function corrected(fields: Fields, requested: ShipAddress): Omit<ShipAddress, 'name' | 'phone'> {
  const pick = (name: 'street1' | 'city' | 'state' | 'zip' | 'country') =>
    textOf(fields[name]) || requested[name]
  return {
    street1: pick('street1'),
    street2: 'street2' in fields ? textOf(fields.street2) : requested.street2,
    city: pick('city'),
    state: pick('state'),
    zip: pick('zip'),
    country: pick('country'),
  }
}

/** The messages of a 400 response about the fields of the address; empty if the error is about something else. */
function addressMessages({ status, body }: ShippoRefused, address: ShipAddress): string[] {
  if (status !== 400 || typeof body !== 'object' || body === null) return []
  return Object.entries(body)
    .filter(([name]) => name in wireAddress(address))
    .flatMap(([, texts]) => (Array.isArray(texts) ? texts : [texts]))
    .map((text) => textOf(text).slice(0, 300))
    .filter(Boolean)
    .slice(0, 10)
}

function groundRate(body: unknown, token: string): GroundRate {
  const shipment = fieldsOf(body, 'shipment')
  if (shipment.status !== 'SUCCESS') {
    throw unclear(`Shippo's shipment is ${textOf(shipment.status) || 'without status'}`)
  }
  const shipmentId = required(shipment, 'object_id')
  const offered = listOf(shipment.rates, 'rates')
    .map((rate) => fieldsOf(rate, 'rate'))
    .filter((rate) => serviceOf(rate).token === groundService)
  const ground = offered.map((rate) => readRate(rate, shipmentId))
  const [first, ...others] = ground
  const wrong = [shipment, ...offered].map((each) => modeMismatch(each, token)).find((why) => why !== null)
  if (wrong !== undefined) throw aboutShop(new ShippingUnavailable(wrong))
  if (!first) throw new NoGroundRate(noRateReason(shipment))
  return others.reduce((best, rate) => (rate.cents < best.cents ? rate : best), first)
}

/**
 * The service of a rate. Does not throw, because an invalid rate of another carrier must not hide the rate of the
 * wanted service.
 */
function serviceOf({ servicelevel }: Fields): Fields {
  return typeof servicelevel === 'object' && servicelevel !== null ? { ...servicelevel } : {}
}

function readRate(rate: Fields, shipmentId: string): GroundRate {
  const days = rate.estimated_days
  return {
    shipmentId,
    rateId: required(rate, 'object_id'),
    cents: usdCents(rate.amount, rate.currency),
    currency: 'USD',
    provider: textOf(rate.provider) || 'USPS',
    service: textOf(serviceOf(rate).name) || 'Ground Advantage',
    serviceToken: groundService,
    estimatedDays: typeof days === 'number' && Number.isInteger(days) && days > 0 && days < 100 ? days : null,
  }
}

function noRateReason(shipment: Fields): string {
  const texts = (Array.isArray(shipment.messages) ? shipment.messages : []).map((message: unknown) =>
    typeof message === 'object' && message !== null && 'text' in message ? textOf(message.text) : '',
  )
  return ['No ground rate for this address', ...texts.filter(Boolean)].join(': ').slice(0, 300)
}
