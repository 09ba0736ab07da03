import { useMutation } from '@tanstack/react-query'
import { orders, type Order } from '#shared/api/orders.ts'
import { urlOf } from '#shared/api/url.ts'
import { readReply, send } from '../../api/call.ts'
import { guestLinkOf } from '../../api/guest-links.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

/** A button that downloads the invoice. It is not a link, because a guest's token must not be in a URL. */
export function InvoiceButton({ order }: { order: Order }) {
  const loading = useMutation({
    mutationFn: () => fetchInvoice(order._id),
    onSuccess: (file) => download(file, `invoice-${order.number}.pdf`),
    onError: (error) => toast.error(error.message),
  })
  if (!order.isPaid || order.isReplacement) return null
  return (
    <Button look="line" busy={loading.isPending} onClick={() => loading.mutate()}>
      Invoice (PDF)
    </Button>
  )
}

async function fetchInvoice(id: string): Promise<Blob> {
  const url = urlOf(orders.invoice, { params: { id } })
  const response = await send(orders.invoice, url, undefined, { guestLink: guestLinkOf(id) })
  // Throws the server's message.
  if (!response.ok) readReply(orders.invoice, response.status, await response.json().catch(() => undefined))
  return response.blob()
}

function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // Some browsers start the download only after this event.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
