import type { PackedOrder } from '#shared/checkout/api/packing.ts'
import { counted } from '#shared/kernel/counts.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { Alert } from '#app/platform/ui/alert.tsx'

/** Warns staff that bags of an order have no lot yet, because a recall would not find them. */
export function MissingBags({ order }: { order: PackedOrder }) {
  const lines = order.orderItems.filter(({ bagsMissing }) => bagsMissing > 0)
  if (lines.length === 0) return null
  return (
    <Alert tone="warning">
      {lines.map((line) => (
        <p key={line.line}>
          {counted(line.bagsMissing, 'bag')} of {lineTitle(line)} {line.bagsMissing === 1 ? 'has' : 'have'} no
          lot yet.
        </p>
      ))}
      <p>Fill the order on its roast day before you ship it. Otherwise a recall does not find these bags.</p>
    </Alert>
  )
}
