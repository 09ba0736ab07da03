import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orders } from '#shared/api/orders.ts'
import { call } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import styles from './admin.module.css'

const SCANS = { transit: 'TRANSIT', delivered: 'DELIVERED' } as const

/** While the carrier is our own stand-in: what a real one would do in days. */
export function SandboxParcel({ orderId, number }: { orderId: string; number: string }) {
  const client = useQueryClient()
  const move = useMutation({
    mutationFn: async (state: keyof typeof SCANS) => {
      const answer = await fetch(`/sandbox/shippo/parcels/${number}/${SCANS[state]}`, { method: 'POST' })
      if (!answer.ok) throw new Error('The stand-in has forgotten this parcel')
      await untilHeard(orderId, state)
    },
    onSuccess: () => toast.success('The carrier has scanned the parcel'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders', 'shippo'),
  })
  return (
    <div className={styles.sandbox} role="group" aria-labelledby="sandbox-parcel">
      <p id="sandbox-parcel" className={styles.word}>
        The carrier is a stand-in. Let it scan the parcel:
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

const LOOKS = 40
const PAUSE = 500

/** The webhook only wakes the shop: it asks the carrier itself, a moment later. */
async function untilHeard(orderId: string, state: string): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const { parcel } = await call(orders.one, { params: { id: orderId } })
    if (parcel?.state === state) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}
