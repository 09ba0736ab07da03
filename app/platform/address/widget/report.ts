import type { Body } from '#shared/platform/api/endpoint.ts'
import { maps, type MapAddress } from '#shared/checkout/api/maps.ts'
import { call } from '../../api/call.ts'

type Correction = Pick<Body<typeof maps.report>, 'change' | 'label'>

/** Sends the buyer's correction to the map service. Failures are ignored, because the order does not depend on it. */
export async function report(found: MapAddress, correction: Correction): Promise<void> {
  try {
    const body = { placeName: found.full_address, at: found.coordinates, ...correction }
    await call(maps.report, { body })
  } catch {
    // Failures are ignored.
  }
}
