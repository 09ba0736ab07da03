import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './admin.module.css'
import { waitForOrder } from './wait-for-order.ts'

const SCANS = { transit: 'TRANSIT', delivered: 'DELIVERED' } as const

/** Sandbox only: lets the simulated carrier scan the parcel. With a real carrier, this takes days. */
export function SandboxParcel({ orderId, number }: { orderId: string; number: string }) {
  const client = useQueryClient()
  const move = useMutation({
    mutationFn: async (state: keyof typeof SCANS) => {
      const answer = await fetch(`/sandbox/shippo/parcels/${number}/${SCANS[state]}`, { method: 'POST' })
      if (!answer.ok) throw new Error('The sandbox has no such parcel')
      await waitForOrder(orderId, ({ parcel }) => parcel?.state === state)
    },
    onSuccess: () => toast.success('The carrier has scanned the parcel'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders', 'shippo'),
  })
  return (
    <div className={styles.sandbox} role="group" aria-labelledby="sandbox-parcel">
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
