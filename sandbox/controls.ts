/**
 * What tests in a browser can do to the sandboxes: faults, and money that moves without the shop. Served with
 * SANDBOX_CONTROLS alone, which no shop with a live service starts with.
 */
import * as z from 'zod'
import type { PaypalSandbox } from './paypal/paypal.ts'
import { FAULTS } from './faults.ts'
import type { SandboxServer } from './server.ts'
import { message, type WebRoute } from './web.ts'

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
  /** How the next capture differs from what was asked for. */
  twist: z
    .strictObject({
      value: z.string().optional(),
      currency: z.string().optional(),
      payee: z.string().optional(),
      reference: z.string().optional(),
    })
    .optional(),
  /** Ends the last refund of a PayPal order, though it may have been completed before. */
  endRefund: z
    .strictObject({ id: z.string(), state: z.enum(['COMPLETED', 'FAILED', 'CANCELLED']) })
    .optional(),
  /** Gives the money of a PayPal order back in PayPal's own site, or so many cents of it. */
  refund: z.strictObject({ id: z.string(), cents: z.number().int().positive().optional() }).optional(),
})

type Wish = z.infer<typeof Wish>

/** What a sandbox may offer beside its faults; PayPal's does. */
type Controlled = SandboxServer &
  Partial<Pick<PaypalSandbox, 'captureElsewhere' | 'twistCaptures' | 'endRefund' | 'refundHere' | 'refunds'>>

/** @param sandboxes by the name of their service; undefined for a service that is live */
export function controlRoutes(sandboxes: Record<string, Controlled | undefined>): WebRoute[] {
  return [
    {
      method: 'POST',
      path: '/sandbox/controls/:service',
      answer: ({ service = '' }, { body }) => {
        const sandbox = Object.hasOwn(sandboxes, service) ? sandboxes[service] : undefined
        const wish = Wish.safeParse(parse(body))
        if (!sandbox) return message(404, 'There is no such sandbox')
        if (!wish.success) return message(400, z.prettifyError(wish.error))
        const problem = grant(sandbox, wish.data)
        return problem === null ? { status: 200, body: { done: true } } : message(409, problem)
      },
    },
  ]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Answers why a wish cannot be granted, or null. */
function grant(sandbox: Controlled, { fault, heal, capture, twist, endRefund, refund }: Wish): string | null {
  if (heal) sandbox.heal()
  if (fault) sandbox.misbehave(fault)
  if (twist) sandbox.twistCaptures?.(twist)
  if (capture && !sandbox.captureElsewhere?.(capture.id, capture.value, false))
    return 'There is no money to take'
  if (endRefund) {
    const last = sandbox.refunds?.(endRefund.id).at(-1)
    if (!last) return 'There is no refund'
    sandbox.endRefund?.(last.id, endRefund.state)
  }
  try {
    if (refund) sandbox.refundHere?.(refund.id, refund.cents)
  } catch (error) {
    return (error as Error).message
  }
  return null
}
