/**
 * Lets browser tests control the sandboxes: cause faults, and move money without the shop. Served only with
 * SANDBOX_CONTROLS, with which a shop that has a live service does not start.
 */
import * as z from 'zod'
import type { PaypalSandbox } from './paypal/paypal.ts'
import { FAULTS } from './faults.ts'
import type { SandboxServer } from './server.ts'
import { message, type WebRoute } from './web.ts'

const Command = z.strictObject({
  fault: z
    .strictObject({
      kind: z.enum(FAULTS),
      call: z.string().optional(),
      times: z.number().int().positive().optional(),
      ms: z.number().int().nonnegative().optional(),
    })
    .optional(),
  heal: z.literal(true).optional(),
  /** Captures a PayPal order without the shop and without a webhook. `value`: dollars, if not the order's total. */
  capture: z.strictObject({ id: z.string(), value: z.string().optional() }).optional(),
  /** How the next capture differs from the order. */
  captureDifference: z
    .strictObject({
      value: z.string().optional(),
      currency: z.string().optional(),
      payee: z.string().optional(),
      reference: z.string().optional(),
    })
    .optional(),
  /** Sets the final state of a PayPal order's last refund, even if it was completed before. */
  endRefund: z
    .strictObject({ id: z.string(), state: z.enum(['COMPLETED', 'FAILED', 'CANCELLED']) })
    .optional(),
  /** Refunds a PayPal order on PayPal's site: this number of cents, or all that is left. */
  refund: z.strictObject({ id: z.string(), cents: z.number().int().positive().optional() }).optional(),
})

type Command = z.infer<typeof Command>

/** A sandbox with faults, and with the methods that only PayPal's sandbox has. */
type Controlled = SandboxServer &
  Partial<
    Pick<
      PaypalSandbox,
      'captureAtPaypal' | 'setCaptureDifferences' | 'endRefund' | 'refundAtPaypal' | 'refunds'
    >
  >

/** @param sandboxes by the names of their services; undefined for a live service */
export function controlRoutes(sandboxes: Record<string, Controlled | undefined>): WebRoute[] {
  return [
    {
      method: 'POST',
      path: '/sandbox/controls/:service',
      answer: ({ service = '' }, { body }) => {
        const sandbox = Object.hasOwn(sandboxes, service) ? sandboxes[service] : undefined
        const command = Command.safeParse(parse(body))
        if (!sandbox) return message(404, 'There is no such sandbox')
        if (!command.success) return message(400, z.prettifyError(command.error))
        const problem = run(sandbox, command.data)
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

/** Returns why a command fails, or null. */
function run(
  sandbox: Controlled,
  { fault, heal, capture, captureDifference, endRefund, refund }: Command,
): string | null {
  if (heal) sandbox.heal()
  if (fault) sandbox.misbehave(fault)
  if (captureDifference) sandbox.setCaptureDifferences?.(captureDifference)
  if (capture && !sandbox.captureAtPaypal?.(capture.id, capture.value, false))
    return 'There is no payment to capture'
  if (endRefund) {
    const last = sandbox.refunds?.(endRefund.id).at(-1)
    if (!last) return 'There is no refund'
    sandbox.endRefund?.(last.id, endRefund.state)
  }
  try {
    if (refund) sandbox.refundAtPaypal?.(refund.id, refund.cents)
  } catch (error) {
    return (error as Error).message
  }
  return null
}
