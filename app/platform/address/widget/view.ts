/** The area that the map shows, and the coordinates of a moved pin. */
import type { LngLat } from '#shared/checkout/api/maps.ts'

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

/** The zoom level for a feature of this type; 16 for an address and all other types (test/SPEC.md, Address widget). */
export function zoomOf(featureType: string): number {
  return ZOOMS[featureType] ?? 16
}

/** The point near which suggestions are searched. Null at zoom 9 or less, because the visible area is too large. */
export function proximityOf(view: View | null): LngLat | null {
  return view && view.zoom > 9 ? view.center : null
}

const MINIMAP_ZOOM = 16
/** The width in pixels of the tiles of Mapbox static images. */
const TILE = 512

/**
 * The coordinates of a point on a Web Mercator picture at zoom 16.
 * @param right distance from the given coordinates in pixels of the picture, not of the screen
 * @param down the same, downwards
 */
export function coordinatesAt({ longitude, latitude }: LngLat, right: number, down: number): LngLat {
  const world = TILE * 2 ** MINIMAP_ZOOM
  const y = 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI) + down / world
  return {
    longitude: round(longitude + (right / world) * 360),
    latitude: round((Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI),
  }
}

/** The circumference of the Earth at the equator in Web Mercator, in feet. */
const EQUATOR = 40_075_016.686 / 0.3048

/** How many feet a pixel of a Web Mercator picture at zoom 16 is, at this latitude. */
export function feetPerPixelAt({ latitude }: LngLat): number {
  return (EQUATOR * Math.cos((latitude * Math.PI) / 180)) / (TILE * 2 ** MINIMAP_ZOOM)
}

/** Rounds to six decimals, about 0.1 m. */
function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
