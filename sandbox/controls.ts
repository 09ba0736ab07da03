/**
 * Lets browser tests control the sandboxes: cause faults, and move money without the shop. The routes exist only with
 * SANDBOX_CONTROLS. A shop with a live service does not start with this setting.
 */
import * as z from 'zod'
import { PAY_METHODS } from '#shared/platform/pay-methods.ts'
import type { PaypalSandbox } from './paypal/paypal.ts'
import { FAULTS, parseJson, type SandboxServer } from './server.ts'
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
  clearFaults: z.literal(true).optional(),
  /**
   * Captures a PayPal order without the shop and without a webhook. `value` is in dollars; the order's total if
   * missing.
   */
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
  /** The methods for which PayPal has not approved the shop's account; all others are approved. */
  refuseMethods: z.array(z.enum(PAY_METHODS)).optional(),
  /** Refunds a PayPal order on PayPal's site: this number of cents, or all that is left. */
  refund: z.strictObject({ id: z.string(), cents: z.number().int().positive().optional() }).optional(),
})

type Command = z.infer<typeof Command>

/** A sandbox as these commands use it. Only PayPal's sandbox has the optional methods. */
type Controlled = SandboxServer &
  Partial<
    Pick<
      PaypalSandbox,
      | 'captureAtPaypal'
      | 'setCaptureDifferences'
      | 'endRefund'
      | 'refundAtPaypal'
      | 'refunds'
      | 'refuseMethods'
    >
  >

/** @param sandboxes the sandboxes by the names of their services; undefined for a live service */
export function controlRoutes(sandboxes: Record<string, Controlled | undefined>): WebRoute[] {
  return [
    {
      method: 'POST',
      path: '/sandbox/controls/:service',
      answer: ({ service = '' }, { body }) => {
        const sandbox = Object.hasOwn(sandboxes, service) ? sandboxes[service] : undefined
        const command = Command.safeParse(parseJson(body))
        if (!sandbox) return message(404, 'There is no such sandbox')
        if (!command.success) return message(400, z.prettifyError(command.error))
        const problem = run(sandbox, command.data)
        return problem === null ? { status: 200, body: { done: true } } : message(409, problem)
      },
    },
  ]
}

/** Runs a command. Returns the reason if it fails, otherwise null. */
function run(
  sandbox: Controlled,
  { fault, clearFaults, capture, captureDifference, endRefund, refund, refuseMethods }: Command,
): string | null {
  if (clearFaults) sandbox.clearFaults()
  if (fault) sandbox.addFault(fault)
  if (refuseMethods) sandbox.refuseMethods?.(...refuseMethods)
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
