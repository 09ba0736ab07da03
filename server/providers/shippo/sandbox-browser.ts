/** The stand-in's parcels, moved on by hand: what the carrier would do in days, for whoever tries the shop out. */
import type { FastifyPluginCallback } from 'fastify'
import type { ShippoSandbox } from './sandbox.ts'
import { TRACK_STATUSES } from './sandbox-tracks.ts'

/**
 * `POST /sandbox/shippo/parcels/:number/:status` lets the carrier see a parcel, and then sends the shop the webhook that
 * Shippo would send.
 */
export function shippoSandboxBrowser(sandbox: ShippoSandbox, secret: string | null): FastifyPluginCallback {
  return (app, _options, done) => {
    app.post<{ Params: { number: string; status: string } }>(
      '/sandbox/shippo/parcels/:number/:status',
      { config: { access: 'public' } },
      async (request, reply) => {
        const status = TRACK_STATUSES.find((each) => each === request.params.status)
        const payload = status && sandbox.move(request.params.number, status)
        if (!payload) return reply.code(404).send({ message: 'There is no such parcel' })
        if (secret) await app.inject({ method: 'POST', url: `/api/shippo/webhook/${secret}`, payload })
        return reply.send({ status })
      },
    )
    done()
  }
}
