import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orders } from '#shared/checkout/api/orders.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './admin.module.css'

const SCANS = { transit: 'TRANSIT', delivered: 'DELIVERED' } as const

/** Sandbox only: lets the simulated carrier scan the parcel. With a real carrier, this takes days. */
export function SandboxParcel({ orderId, number }: { orderId: string; number: string }) {
  const client = useQueryClient()
  const move = useMutation({
    mutationFn: async (state: keyof typeof SCANS) => {
      const answer = await fetch(`/sandbox/shippo/parcels/${number}/${SCANS[state]}`, { method: 'POST' })
      if (!answer.ok) throw new Error('The sandbox has no such parcel')
      await waitForState(orderId, state)
    },
    onSuccess: () => toast.success('The carrier has scanned the parcel'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders', 'shippo'),
  })
  return (
    <div className={styles.sandbox} role="group" aria-labelledby="sandbox-parcel">
      <p id="sandbox-parcel" className={styles.note}>
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

/** Waits until the order has the new state. The webhook makes the server ask the carrier for the state. */
async function waitForState(orderId: string, state: string): Promise<void> {
  for (let check = 0; check < MAX_CHECKS; check++) {
    const { parcel } = await call(orders.one, { params: { id: orderId } })
    if (parcel?.state === state) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}
