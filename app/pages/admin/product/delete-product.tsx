import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { products, type Product } from '#shared/api/products.ts'
import { call } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { nextRow } from '../../../ui/next-row.ts'
import { toast } from '../../../ui/toast.tsx'

/** Takes a product off sale for good. The keyboard goes on to the row below, or stays at the end of the list. */
export function DeleteProduct({ product }: { product: Product }) {
  const client = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const remove = useMutation({
    mutationFn: () => call(products.remove, { params: { id: product._id } }),
    onSuccess: async () => {
      const goOn = nextRow(button.current)
      toast.success('Product deleted')
      await refresh(client, 'products')
      goOn()
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button
      ref={button}
      look="quiet"
      busy={remove.isPending}
      aria-label={`Delete ${product.name}`}
      onClick={() => {
        if (window.confirm('Are you sure?')) remove.mutate()
      }}
    >
      Delete
    </Button>
  )
}
