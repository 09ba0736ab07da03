/** Lets people who try out the shop change the status of a parcel. A real carrier would take days for this. */
import type { Post } from '../deliver.ts'
import { message, type WebRoute } from '../web.ts'
import type { ShippoSandbox } from './shippo.ts'
import { TRACK_STATUSES } from './tracks.ts'

/**
 * `POST /sandbox/shippo/parcels/:number/:status`: sets the status of a parcel and sends Shippo's webhook to the shop.
 * @param notify posts a webhook to the shop; null if none is sent
 */
export function parcelRoutes(
  sandbox: ShippoSandbox,
  notify: ((body: Buffer) => ReturnType<Post>) | null,
): WebRoute[] {
  return [
    {
      method: 'POST',
      path: '/sandbox/shippo/parcels/:number/:status',
      answer: async ({ number = '', status: requested }) => {
        const status = TRACK_STATUSES.find((each) => each === requested)
        const payload = status && sandbox.move(number, status)
        if (!payload) return message(404, 'There is no such parcel')
        await notify?.(Buffer.from(JSON.stringify(payload)))
        return { status: 200, body: { status } }
      },
    },
  ]
}
