import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { products } from '#shared/catalog/api/products.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

/** Creates a draft product and opens its form. */
export function CreateProduct() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: () => call(products.create, {}),
    onSuccess: async (draft) => {
      await navigate(`/admin/product/${draft._id}/edit`)
      await refresh(client, 'products')
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button
      busy={create.isPending}
      onClick={() => {
        if (window.confirm('are you sure you want to create a new product')) create.mutate()
      }}
    >
      Create Product
    </Button>
  )
}
