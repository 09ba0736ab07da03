import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Order, orders } from '#shared/checkout/api/orders.ts'
import { SANDBOX_PATH } from '#shared/providers/sandbox.ts'
import { refresh } from '#app/platform/api/query.ts'
import { usePayPalConfig } from '#app/platform/paypal/use-paypal.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { call } from '#app/platform/api/call.ts'
import styles from './admin.module.css'

type Step = 'open' | 'ask' | 'won' | 'lost'

const LABELS: Record<Step, string> = {
  open: 'The buyer opens a dispute',
  ask: 'PayPal asks for your answer',
  won: 'PayPal decides for the shop',
  lost: 'PayPal decides for the buyer',
}

/**
 * Sandbox only: a dispute, or the chargeback of a bank, as a rehearsal. At PayPal, only the buyer and PayPal make these steps.
 * The shop learns about them from PayPal’s events, as about real ones.
 */
export function SandboxDispute({ order }: { order: Order }) {
  const client = useQueryClient()
  const { data } = usePayPalConfig()
  const { paymentResult, dispute } = order
  const move = useMutation({
    mutationFn: async (step: Step) => {
      const answer = await fetch(`${SANDBOX_PATH}/paypal/disputes/${paymentResult!.id}/${step}`, {
        method: 'POST',
      })
      if (!answer.ok) throw new Error(((await answer.json()) as { message: string }).message)
      await waitForOrder(order._id, (now) => now.dispute?.state !== dispute?.state)
    },
    onSuccess: () => toast.success('PayPal has reported it to the shop'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders'),
  })
  const steps = stepsFrom(dispute)
  if (!data?.sandbox || !paymentResult || steps.length === 0) return null
  return (
    <div className={`row-0-3 align-middle ${styles.sandbox}`} role="group" aria-labelledby="sandbox-dispute">
      <p id="sandbox-dispute" className="soft">
        Sandbox: rehearse a dispute or a chargeback. No money moves.
      </p>
      {steps.map((step) => (
        <Button key={step} look="quiet" busy={move.isPending} onClick={() => move.mutate(step)}>
          {LABELS[step]}
        </Button>
      ))}
    </div>
  )
}

function stepsFrom(dispute: Order['dispute']): Step[] {
  if (!dispute) return ['open']
  if (['won', 'lost', 'closed'].includes(dispute.state)) return []
  return dispute.state === 'waiting_for_us' ? ['won', 'lost'] : ['ask', 'won', 'lost']
}

const SCANS = { transit: 'TRANSIT', delivered: 'DELIVERED' } as const

/** Sandbox only: lets the simulated carrier scan the parcel. With a real carrier, this takes days. */
export function SandboxParcel({ orderId, number }: { orderId: string; number: string }) {
  const client = useQueryClient()
  const move = useMutation({
    mutationFn: async (state: keyof typeof SCANS) => {
      const answer = await fetch(`/sandbox/shippo/parcels/${number}/${SCANS[state]}`, { method: 'POST' })
      if (!answer.ok) throw new Error('The sandbox has no such parcel')
      await waitForOrder(orderId, ({ parcel, parcels }) => {
        const own = parcels.find((each) => each.tracking?.number === number)
        return (own ? own.status : parcel)?.state === state
      })
    },
    onSuccess: () => toast.success('The carrier has scanned the parcel'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders', 'shippo'),
  })
  return (
    <div className={`row-0-3 align-middle ${styles.sandbox}`} role="group" aria-labelledby="sandbox-parcel">
      <p id="sandbox-parcel" className="soft">
        Sandbox: let the simulated carrier scan the parcel.
      </p>
      <Button look="quiet" busy={move.isPending} onClick={() => move.mutate('transit')}>
        On its way
      </Button>
      <Button look="quiet" busy={move.isPending} onClick={() => move.mutate('delivered')}>
        Delivered
      </Button>
    </div>
  )
}

const MAX_CHECKS = 40
/** Milliseconds between checks. */
const PAUSE = 500

/**
 * Waits until the shop has stored what a sandbox has reported to it, for at most twenty seconds.
 * @param has whether the order shows it
 */
async function waitForOrder(id: string, has: (order: Order) => boolean): Promise<void> {
  for (let check = 0; check < MAX_CHECKS; check++) {
    if (has(await call(orders.one, { params: { id } }))) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}
