/** Where the map is looking (spec section 9), and how far a pin goes when it is pushed. */
import type { LngLat } from '#shared/api/maps.ts'

export type View = { center: LngLat; zoom: number }

const ZOOMS: Record<string, number> = {
  street: 15,
  neighborhood: 14,
  postcode: 14,
  locality: 14,
  oaza: 14,
  place: 13,
  city: 13,
  district: 9,
  region: 6,
  prefecture: 6,
  country: 4,
}

/** Spec section 9: the zoom that shows a feature of this type; 16 for an address and whatever else there is. */
export function zoomOf(featureType: string): number {
  return ZOOMS[featureType] ?? 16
}

/** Spec section 9: at zoom 9 or less the map shows so much that nearness says nothing. */
export function proximityOf(view: View | null): LngLat | null {
  return view && view.zoom > 9 ? view.center : null
}

const MINIMAP_ZOOM = 16
/** Mapbox draws its static pictures of tiles this wide. */
const TILE = 512

/**
 * The point that lies so many pixels to the right and below, on a Web Mercator picture at zoom 16.
 * @param right pixels of the picture, not of the screen
 */
export function moved({ longitude, latitude }: LngLat, right: number, down: number): LngLat {
  const world = TILE * 2 ** MINIMAP_ZOOM
  const y = 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI) + down / world
  return {
    longitude: round(longitude + (right / world) * 360),
    latitude: round((Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI),
  }
}

/** A tenth of a meter. */
function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
