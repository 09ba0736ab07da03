/** The interface to a map service, without vendor-specific names. */
import type { Mode } from './service.ts'

/** Finds addresses while they are typed. Optional: the address form also works without it. */
export type Maps = {
  mode: Mode
  /** The notice that the provider's terms require next to a map. */
  attribution: string
  /** The links that they require there. `{longitude}` and `{latitude}` in an address stand for the place. */
  links: { text: string; url: string }[]
  /** A note about maps that show no real place; null for real ones. */
  note: string | null
  /** At most five addresses that complete the text. Throws MapsUnavailable, as all calls here do. */
  suggest(request: {
    text: string
    /**
     * The same token is used from the first key press to the chosen address, because the provider bills per session.
     */
    session: string
    language: string
    /** The center of the visible map; null if the visible area is too large to help. */
    near: LngLat | null
  }): Promise<MapSuggestion[]>
  /** The full address of a suggestion; null if the suggestion has expired. */
  retrieve(id: string, session: string): Promise<MapAddress | null>
  /** The address that matches a typed text, with the provider's confidence; null if none matches. */
  validate(text: string, session: string): Promise<{ address: MapAddress; confidence: Confidence } | null>
  /** The address nearest to a point; null if there is none nearby. */
  reverse(at: LngLat): Promise<MapAddress | null>
  /** Places of a category such as `post_office`, the nearest first. */
  category(kind: string, near: LngLat): Promise<MapPlace[]>
  /** A picture of the map around a point at zoom 16. `size` is in pixels, at most 1280 per side. */
  picture(at: LngLat, size: { width: number; height: number }): Promise<{ type: string; bytes: Buffer }>
  /** Reports a wrong address to the provider. */
  report(correction: MapCorrection): Promise<void>
  /** Tests the connection with a search and a small picture of the map, within seconds. Throws MapsUnavailable. */
  check(): Promise<void>
}

export type LngLat = { longitude: number; latitude: number }

/** The provider's confidence in a match. */
export type Confidence = 'exact' | 'high' | 'medium' | 'low'

export type MapSuggestion = {
  id: string
  /** The two lines to show: '145 Church Street NW' and 'Vienna, Virginia 22180'. */
  name: string
  place: string
  /** The text for the input field if the suggestion is chosen. */
  fullAddress: string
  /** `street`: the house number is missing. */
  accuracy: 'address' | 'street'
}

/**
 * An address, with the field names of Mapbox Address Autofill. `address_level1` is the state, `address_level2` the
 * city.
 */
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
  /** The coordinates are only for showing the map: the provider's terms forbid storing them. */
  coordinates: LngLat
}

export type MapPlace = { name: string; fullAddress: string; coordinates: LngLat }

export type MapCorrection = {
  placeName: string
  at: LngLat
  /** The corrected address text, or the corrected location. */
  change: { address: string } | { location: LngLat }
  /** The part of the page from which the user reported it. */
  label: 'address_confirm_form' | 'address_minimap'
}

/** The map service did not respond, or its response was not valid. The address form works without it. */
export class MapsUnavailable extends Error {
  override name = 'MapsUnavailable'
}
