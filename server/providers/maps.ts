/** What the shop needs from a map service, in its own words. */
import type { Mode } from './mode.ts'

/** Finds addresses while they are typed. Nothing it answers is needed to order: the typed form works without. */
export type Maps = {
  mode: Mode
  /** What its terms want to be read beside a map. */
  attribution: string
  /** What completes the text; at most five. Throws MapsUnavailable, as all of these do. */
  suggest(asked: {
    text: string
    /** One token from the first key to the chosen address: what the provider bills by. */
    session: string
    language: string
    /** Where the map is looking; null where it looks at too much for that to help. */
    near: LngLat | null
  }): Promise<MapSuggestion[]>
  /** The whole address of a suggestion; null when the provider no longer knows it. */
  retrieve(id: string, session: string): Promise<MapAddress | null>
  /** The address that a typed one means, and how sure the provider is; null when it means none. */
  validate(text: string, session: string): Promise<{ address: MapAddress; confidence: Confidence } | null>
  /** The address nearest to a point; null in the middle of nowhere. */
  reverse(at: LngLat): Promise<MapAddress | null>
  /** Places of a kind, such as `post_office`, the nearest first. */
  category(kind: string, near: LngLat): Promise<MapPlace[]>
  /** A picture of the map around a point at zoom 16 (spec section 9). Pixels, 1280 a side at most. */
  picture(at: LngLat, size: { width: number; height: number }): Promise<{ type: string; bytes: Buffer }>
  /** Tells the provider that an address is wrong on its map. */
  report(correction: MapCorrection): Promise<void>
  /** Does what a buyer's address does: a search, and a small picture of the map; within seconds. Throws MapsUnavailable. */
  check(): Promise<void>
}

export type LngLat = { longitude: number; latitude: number }

/** How sure a map is of an address, in its own words. */
export type Confidence = 'exact' | 'high' | 'medium' | 'low'

export type MapSuggestion = {
  id: string
  /** The two lines to show: '145 Church Street NW' and 'Vienna, Virginia 22180'. */
  name: string
  place: string
  /** What goes into the box when it is chosen. */
  fullAddress: string
  /** `street`: a number is still to be typed. */
  accuracy: 'address' | 'street'
}

/** An address in the words of spec section 3. `address_level1` is the state, `address_level2` the city. */
export type MapAddress = {
  address_line1: string
  address_line2: string
  address_line3: string
  address_level1: string
  address_level2: string
  address_level3: string
  postcode: string
  country: string
  country_code: string
  place_name: string
  full_address: string
  /** For the map on the screen only: the provider's terms forbid keeping them. */
  coordinates: LngLat
}

export type MapPlace = { name: string; fullAddress: string; coordinates: LngLat }

export type MapCorrection = {
  placeName: string
  at: LngLat
  /** What is wrong: the words of the address, or where its pin stands. */
  change: { address: string } | { location: LngLat }
  /** Where it was noticed. */
  label: 'address_confirm_form' | 'address_minimap'
}

/** No map, or none to be believed. The typed form goes on without it. */
export class MapsUnavailable extends Error {
  override name = 'MapsUnavailable'
}
