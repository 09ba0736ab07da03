import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Order } from '#shared/checkout/api/orders.ts'
import { SANDBOX_PATH } from '#shared/providers/sandbox.ts'
import { refresh } from '#app/platform/api/query.ts'
import { usePayPalConfig } from '#app/platform/paypal/use-paypal.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './admin.module.css'
import { waitForOrder } from './wait-for-order.ts'

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
    <div className={styles.sandbox} role="group" aria-labelledby="sandbox-dispute">
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
