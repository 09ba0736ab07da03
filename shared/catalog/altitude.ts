/** Altitudes in meters and feet. */
import { formatNumber } from '#shared/kernel/counts.ts'

const METERS_PER_FOOT = 0.3048

/** `1,950 m (6,400 ft)`: the feet to the nearest ten, because the meters of a farm are not exact. Empty without meters. */
export function altitudeText(meters: number | null): string {
  if (!meters) return ''
  return `${formatNumber(meters)} m (${feetOf(meters)} ft)`
}

/** The same for a typed altitude or range, `1,900 to 2,100 m`. Any other text stays as it is. */
export function withFeet(typed: string): string {
  const found = TYPED.exec(typed.trim())
  if (!found) return typed
  const [, from = '', between = '', to] = found
  const feet = [from, to].flatMap((meters) => (meters ? [feetOf(Number(meters.replaceAll(',', '')))] : []))
  return `${typed.trim()} (${feet.join(between)} ft)`
}

/** The meters of a typed altitude, the middle of a range; null for any other text. */
export function metersOf(typed: string): number | null {
  const found = TYPED.exec(typed.trim())
  if (!found) return null
  const [from, to = from] = [found[1], found[3]].flatMap((each) =>
    each === undefined ? [] : Number(each.replaceAll(',', '')),
  )
  return Math.round((from! + to!) / 2)
}

const TYPED = /^(\d[\d,]*)(?:( ?[-–] ?| to )(\d[\d,]*))? ?(?:m|masl|meters)$/i

function feetOf(meters: number): string {
  return formatNumber(Math.round(meters / METERS_PER_FOOT / 10) * 10)
}
