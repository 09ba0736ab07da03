/**
 * What tests in a browser can do to the sandboxes: faults, and money that moves behind the shop's back. Mounted for
 * SANDBOX_CONTROLS alone, which no shop with a live service starts with.
 */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { FAULTS } from './faults.ts'
import type { Sandbox } from './server.ts'

const Wish = z.strictObject({
  fault: z
    .strictObject({
      kind: z.enum(FAULTS),
      call: z.string().optional(),
      times: z.number().int().positive().optional(),
      ms: z.number().int().nonnegative().optional(),
    })
    .optional(),
  heal: z.literal(true).optional(),
  /** Takes the money of a PayPal order without the shop, and no webhook tells of it. */
  capture: z.strictObject({ id: z.string(), value: z.string().optional() }).optional(),
  /** Refunds a part of a PayPal order in PayPal's own site. */
  refund: z.strictObject({ id: z.string(), cents: z.number().int().positive() }).optional(),
})

type Controlled = Sandbox & {
  captureElsewhere?: (id: string, value?: string, isTold?: boolean) => boolean
  refundHere?: (id: string, cents?: number) => string
}

/** @param sandboxes by the name of their service; a service that is live is not among them */
export function sandboxControls(sandboxes: Record<string, Controlled>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Params: { service: string } }>(
      '/sandbox/controls/:service',
      { config: { access: 'public' } },
      async (request, reply) => {
        const { service } = request.params
        const sandbox = Object.hasOwn(sandboxes, service) ? sandboxes[service] : undefined
        const wish = Wish.safeParse(request.body)
        if (!sandbox) return reply.code(404).send({ message: 'There is no such sandbox' })
        if (!wish.success) return reply.code(400).send({ message: z.prettifyError(wish.error) })
        const { fault, heal, capture, refund } = wish.data
        if (heal) sandbox.heal()
        if (fault) sandbox.misbehave(fault)
        if (capture && !sandbox.captureElsewhere?.(capture.id, capture.value, false))
          return reply.code(409).send({ message: 'There is no money to take' })
        if (refund) sandbox.refundHere?.(refund.id, refund.cents)
        return { done: true }
      },
    )
  }
}
