import { normalCountry } from '#shared/platform/address.ts'
import { type AddressText, type ValidationMessage, validate } from './address.ts'
import { refusedParcel, type Service, servicesFor, zoneBetween } from './prices.ts'
import { addressOf, metadataOf, objectOf, type ParcelText, parcelOf, Rejected } from './requests.ts'

type Stamp = { object_id: string; object_created: string; object_updated: string; object_owner: string }

export type WireAddress = AddressText &
  Stamp & {
    is_complete: boolean
    is_residential: boolean | null
    latitude: number | null
    longitude: number | null
    metadata: string
    test: true
    validation_results: { is_valid?: boolean; messages?: ValidationMessage[] }
  }

type WireRate = Record<string, unknown> & {
  object_id: string
  shipment: string
  object_created: string
  provider: string
  servicelevel: Record<string, unknown> & { name: string }
}
type WireShipment = Stamp &
  Record<string, unknown> & { address_from: WireAddress; address_to: WireAddress; rates: WireRate[] }

type Message = { source: string; code: string; text: string }

/** How long a rate can be bought: seven days. After that it is removed. */
export const rateLifeMs = 7 * 24 * 3600 * 1000

export type ShippoObjects = {
  addresses: RecentItems<WireAddress>
  shipments: RecentItems<WireShipment>
  rates: RecentItems<WireRate>
  createAddress(body: unknown): WireAddress
  /** Validates a stored address. Creates a new object with a new id, as the real service does. */
  revalidate(address: WireAddress): WireAddress
  createShipment(body: unknown): WireShipment
  isFresh(rate: WireRate): boolean
}

/** The sandbox's objects in Shippo's format. Only the newest objects of each kind are stored. */
export function shippoObjects(now: () => number, newId: () => string): ShippoObjects {
  const addresses = recentItems<WireAddress>(3000)
  const shipments = recentItems<WireShipment>(2000)
  const rates = recentItems<WireRate>(6000)

  function stamp(): Stamp {
    const at = new Date(now()).toISOString()
    return { object_id: newId(), object_created: at, object_updated: at, object_owner: 'sandbox@frame' }
  }

  function storeAddress(text: AddressText, validating: boolean, metadata: string): WireAddress {
    const made = wireAddress(text, stamp(), validating, metadata)
    return addresses.add(made.object_id, made)
  }

  function addressFrom(value: unknown, name: string): WireAddress {
    if (value === undefined) throw new Rejected(400, { [name]: ['This field is required.'] })
    if (typeof value !== 'string') return wireAddress(addressOf(value), stamp(), false, '')
    const known = addresses.get(value)
    if (!known) throw new Rejected(400, { [name]: [`Address with supplied object_id ${value} not found.`] })
    return known
  }

  return {
    addresses,
    shipments,
    rates,
    isFresh: (rate) => now() - Date.parse(rate.object_created) < rateLifeMs,
    createAddress(body) {
      const fields = objectOf(body)
      return storeAddress(addressOf(body), fields.validate === true, metadataOf(fields.metadata))
    },
    revalidate: (address) => storeAddress(address, true, ''),
    createShipment(body) {
      const fields = objectOf(body)
      const from = addressFrom(fields.address_from, 'address_from')
      const to = addressFrom(fields.address_to, 'address_to')
      const made = wireShipment(fields, from, to, stamp)
      for (const rate of made.rates) rates.add(rate.object_id, rate)
      return shipments.add(made.object_id, made)
    },
  }
}

function wireAddress(text: AddressText, stamp: Stamp, validating: boolean, metadata: string): WireAddress {
  const checked = validating ? validate(text) : null
  const shown = checked?.address ?? text
  return {
    ...stamp,
    is_complete: Boolean(
      shown.name && shown.street1 && shown.city && shown.state && shown.zip && shown.country,
    ),
    name: shown.name,
    company: shown.company,
    street_no: shown.street_no,
    street1: shown.street1,
    street2: shown.street2,
    street3: shown.street3,
    city: shown.city,
    state: shown.state,
    zip: shown.zip,
    country: shown.country,
    phone: shown.phone,
    email: shown.email,
    is_residential: null,
    latitude: null,
    longitude: null,
    metadata: validating ? '' : metadata,
    test: true,
    validation_results: checked ? { is_valid: checked.isValid, messages: checked.messages } : {},
  }
}

function wireShipment(
  fields: Record<string, unknown>,
  from: WireAddress,
  to: WireAddress,
  stamp: () => Stamp,
): WireShipment {
  if (!Array.isArray(fields.parcels) || fields.parcels.length === 0) {
    throw new Rejected(400, { parcels: ['This field is required.'] })
  }
  const parcels = fields.parcels.slice(0, 50).map(parcelOf)
  const refusal = parcels.length > 1 ? 'Only one parcel is allowed.' : refusedParcel(parcels[0]!.measure)
  const message = refusal ?? routeRefusal(from, to)
  const own = stamp()
  const zone = zoneBetween(from.zip, to.zip)
  const services = message ? [] : servicesFor(parcels[0]!.measure, zone)
  const messages: Message[] = message ? [{ source: 'USPS', code: '', text: message }] : []
  return {
    ...own,
    carrier_accounts: [],
    status: 'SUCCESS',
    address_from: from,
    address_to: to,
    address_return: from,
    alternate_address_to: null,
    parcels: parcels.map(({ text }) => wireParcel(text, stamp())),
    shipment_date: own.object_created,
    extra: {},
    customs_declaration: null,
    rates: services.map((service, index) => wireRate(service, own.object_id, zone, stamp(), index)),
    messages,
    metadata: metadataOf(fields.metadata),
    test: true,
    order: null,
  }
}

function wireParcel(text: ParcelText, stamp: Stamp) {
  return {
    ...stamp,
    ...text,
    object_state: 'VALID',
    template: null,
    extra: {},
    metadata: '',
    test: true,
    value_amount: null,
    value_currency: null,
    line_items: [],
  }
}

/** Why no carrier delivers between two addresses; null if one does. Tests use ZIP code 00000, or NORATES in the street. */
function routeRefusal(from: WireAddress, to: WireAddress): string | null {
  if (normalCountry(from.country) !== 'US' || normalCountry(to.country) !== 'US') {
    return 'Domestic services are available within the United States only.'
  }
  const zips = [from.zip, to.zip].map((zip) => zip.slice(0, 5))
  if (zips.some((zip) => !/^\d{5}$/.test(zip) || zip === '00000') || /\bNORATES\b/i.test(to.street1)) {
    return 'No service is available between these ZIP codes.'
  }
  return null
}

function wireRate(service: Service, shipment: string, zone: number, stamp: Stamp, index: number): WireRate {
  const amount = `${Math.floor(service.cents / 100)}.${String(service.cents % 100).padStart(2, '0')}`
  return {
    object_created: stamp.object_created,
    object_id: stamp.object_id,
    object_owner: stamp.object_owner,
    shipment,
    attributes: [['CHEAPEST', 'BESTVALUE'], [], ['FASTEST']][index] ?? [],
    amount,
    currency: 'USD',
    amount_local: amount,
    currency_local: 'USD',
    provider: 'USPS',
    provider_image_75: 'https://dev-static.goshippo.com/providers/75/USPS.png',
    provider_image_200: 'https://dev-static.goshippo.com/providers/200/USPS.png',
    servicelevel: {
      name: service.name,
      token: service.token,
      terms: '',
      extended_token: service.token,
      parent_servicelevel: null,
    },
    estimated_days: service.days,
    arrives_by: null,
    duration_terms: service.terms,
    messages: [],
    carrier_account: 'sandbox_usps_account',
    included_insurance_price: null,
    test: true,
    zone: String(zone),
  }
}

type RecentItems<T> = {
  add(id: string, value: T): T
  get(id: string): T | undefined
  count(): number
  /** Newest first. */
  newest(): T[]
}

/** Stores the last `limit` values and removes older ones, so that memory use is limited. */
export function recentItems<T>(limit: number): RecentItems<T> {
  const values = new Map<string, T>()
  return {
    add(id, value) {
      values.set(id, value)
      if (values.size > limit) values.delete(values.keys().next().value!)
      return value
    },
    get: (id) => values.get(id),
    count: () => values.size,
    newest: () => [...values.values()].toReversed(),
  }
}
