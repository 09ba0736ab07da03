import { milesBetween, placeNear } from './places.ts'

export type Service = { token: string; name: string; cents: number; days: number; terms: string }

/** A parcel in pounds and inches, which are the carrier's units. */
export type Measured = { pounds: number; sides: [number, number, number] }

const inchesPer: Record<string, number> = { in: 1, ft: 12, yd: 36, cm: 1 / 2.54, mm: 1 / 25.4, m: 100 / 2.54 }
const poundsPer: Record<string, number> = { lb: 1, oz: 1 / 16, g: 1 / 453.59237, kg: 1000 / 453.59237 }

/** The upper limits of the carrier's zones 1 to 7 in miles. Longer distances are in zone 8. */
const zoneMiles = [50, 150, 300, 600, 1000, 1400, 1800]

/**
 * Prices of the ground service in cents, by maximum weight in pounds and by zone 1 to 8. They are invented, in the
 * range of the 2025 commercial prices. Prices between two rows are interpolated.
 */
const ground: [pounds: number, ...zones: number[]][] = [
  [0.25, 505, 510, 515, 530, 545, 560, 575, 590],
  [0.5, 575, 580, 590, 620, 645, 665, 680, 705],
  [0.75, 640, 650, 665, 705, 740, 765, 785, 815],
  [1, 725, 740, 760, 815, 890, 935, 975, 1035],
  [2, 785, 805, 860, 965, 1145, 1260, 1390, 1530],
  [5, 935, 985, 1090, 1320, 1750, 2050, 2380, 2680],
  [10, 1175, 1270, 1450, 1880, 2640, 3150, 3640, 4090],
  [20, 1780, 1960, 2330, 3160, 4680, 5600, 6400, 7150],
  [70, 4700, 5200, 6400, 8800, 12500, 14600, 16500, 18200],
]

/** Converts a parcel with Shippo's unit names to pounds and inches; null for an unknown unit. */
export function measured(
  sides: [number, number, number],
  distanceUnit: string,
  weight: number,
  massUnit: string,
): Measured | null {
  const inches = Object.hasOwn(inchesPer, distanceUnit) ? inchesPer[distanceUnit] : undefined
  const pounds = Object.hasOwn(poundsPer, massUnit) ? poundsPer[massUnit] : undefined
  if (!inches || !pounds) return null
  return { pounds: weight * pounds, sides: [sides[0] * inches, sides[1] * inches, sides[2] * inches] }
}

/** Why the carrier refuses a parcel; null if it does not. The limits are 70 lb, and 130 in of length plus girth. */
export function refusedParcel({ pounds, sides }: Measured): string | null {
  if (pounds > 70) return 'The parcel exceeds the maximum weight of 70 lbs.'
  const longest = Math.max(...sides)
  const girth = 2 * (sides[0] + sides[1] + sides[2] - longest)
  return longest + girth > 130 ? 'The parcel exceeds the maximum length plus girth of 130 in.' : null
}

/** The carrier's zone between two ZIP codes, 1 to 8, by distance. Always 1 if the first three digits are equal. */
export function zoneBetween(from: string, to: string): number {
  if (from.slice(0, 3) === to.slice(0, 3)) return 1
  const miles = milesBetween(placeNear(from), placeNear(to))
  const index = zoneMiles.findIndex((limit) => miles <= limit)
  return index < 0 ? 8 : index + 1
}

/** The services for a parcel with their prices, cheapest first. The same parcel always has the same prices. */
export function servicesFor(parcel: Measured, zone: number): Service[] {
  const cents = groundCents(billedPounds(parcel), zone)
  const far = Math.ceil(zone / 3)
  return [
    service('usps_ground_advantage', 'Ground Advantage', cents, 2 + far),
    service('usps_priority', 'Priority Mail', Math.round(cents * 1.22) + 160, Math.max(2, far)),
    service(
      'usps_priority_express',
      'Priority Mail Express',
      Math.round(cents * 1.9) + 2100,
      zone > 4 ? 2 : 1,
    ),
  ]
}

function service(token: string, name: string, cents: number, days: number): Service {
  return { token, name, cents, days, terms: `Delivery in ${days} to ${days + 1} days.` }
}

/**
 * The billed weight in pounds: the larger of the weight and, above one cubic foot, the dimensional weight. It is
 * rounded up to full pounds, or to quarters below 1 lb.
 */
function billedPounds({ pounds, sides }: Measured): number {
  const volume = sides[0] * sides[1] * sides[2]
  const billed = volume > 1728 ? Math.max(pounds, volume / 166) : pounds
  return billed <= 1 ? Math.max(1, Math.ceil(billed * 4)) / 4 : Math.ceil(billed)
}

function groundCents(pounds: number, zone: number): number {
  const index = ground.findIndex(([limit]) => pounds <= limit)
  const upper = ground[index < 0 ? ground.length - 1 : index]!
  const lower = ground[index - 1] ?? upper
  const share = upper === lower ? 1 : (pounds - lower[0]) / (upper[0] - lower[0])
  return Math.round(lower[zone]! + (upper[zone]! - lower[zone]!) * share)
}
