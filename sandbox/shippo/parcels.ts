/** The sandbox's parcels, moved on by hand: what the carrier would do in days, for people who try the shop out. */
import type { Post } from '../deliver.ts'
import { message, type WebRoute } from '../web.ts'
import type { ShippoSandbox } from './shippo.ts'
import { TRACK_STATUSES } from './tracks.ts'

/**
 * `POST /sandbox/shippo/parcels/:number/:status` gives a parcel its next status, and then sends the shop the webhook that
 * Shippo would send.
 * @param notify posts a webhook to the shop; null sends none
 */
export function parcelRoutes(
  sandbox: ShippoSandbox,
  notify: ((body: Buffer) => ReturnType<Post>) | null,
): WebRoute[] {
  return [
    {
      method: 'POST',
      path: '/sandbox/shippo/parcels/:number/:status',
      answer: async ({ number = '', status: wish }) => {
        const status = TRACK_STATUSES.find((each) => each === wish)
        const payload = status && sandbox.move(number, status)
        if (!payload) return message(404, 'There is no such parcel')
        await notify?.(Buffer.from(JSON.stringify(payload)))
        return { status: 200, body: { status } }
      },
    },
  ]
}
