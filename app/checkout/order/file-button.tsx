import { useMutation } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { Order } from '#shared/checkout/api/orders.ts'
import { fetchFile, saveBlob } from '#app/platform/api/save-file.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

/** A button that downloads a file of an order. It is not a link, because a guest's token must not be in a URL. */
export function FileButton({
  file,
  order,
  name,
  look = 'line',
  children,
}: {
  file: Parameters<typeof fetchFile>[0]
  order: Order
  name: string
  look?: ComponentProps<typeof Button>['look']
  children: ReactNode
}) {
  const loading = useMutation({
    mutationFn: () => fetchFile(file, order._id),
    onSuccess: (loaded) => saveBlob(loaded, name),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button look={look} busy={loading.isPending} onClick={() => loading.mutate()}>
      {children}
    </Button>
  )
}
