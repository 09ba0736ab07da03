import { useMutation } from '@tanstack/react-query'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { fetchFile, saveBlob } from '#app/platform/api/save-file.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

/** A button that downloads the invoice. It is not a link, because a guest's token must not be in a URL. */
export function InvoiceButton({ order }: { order: Order }) {
  const loading = useMutation({
    mutationFn: () => fetchFile(orders.invoice, order._id),
    onSuccess: (file) => saveBlob(file, `invoice-${order.number}.pdf`),
    onError: (error) => toast.error(error.message),
  })
  if (!order.isPaid || order.isReplacement) return null
  return (
    <Button look="line" busy={loading.isPending} onClick={() => loading.mutate()}>
      Invoice (PDF)
    </Button>
  )
}
