import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { products, type Product } from '#shared/catalog/api/products.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { useListUrl } from './edit-link.tsx'
import { ProductForm } from './form.tsx'

/** The page Edit Product. */
export default function EditProduct() {
  const { id = '' } = useParams()
  const list = useListUrl()
  const answer = useQuery({ ...ask(products.one, { params: { id } }), staleTime: 0 })
  return (
    <AdminPage
      title="Edit Product"
      back={{ to: list, title: 'Go Back' }}
      state={answer.data ? stateOf(answer.data) : undefined}
      actions={answer.data ? <Actions product={answer.data} /> : null}
    >
      {() => (
        <AdminResource
          answer={answer}
          what="product"
          gone="There is no such product; it may have been deleted."
          list={list}
        >
          {(product) => <ProductForm key={id} latest={product} list={list} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

/** The state of the saved product. Typed values do not affect it. */
function stateOf({ isDraft, version }: Product): string {
  if (!isDraft) return 'On sale'
  return version > 1 ? 'Hidden' : 'Not in the shop yet'
}

function Actions({ product }: { product: Product }) {
  return (
    <>
      <ButtonLink look="quiet" to={productPath(product)}>
        {product.isDraft ? 'See the draft' : 'See it in the shop'}
      </ButtonLink>
      <ButtonLink look="quiet" to={`/admin/record?subject=product&id=${product._id}`}>
        Change log
      </ButtonLink>
      <Duplicate product={product} />
    </>
  )
}

/** Creates a draft from the saved product and opens its form. */
function Duplicate({ product }: { product: Product }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const duplicate = useMutation({
    mutationFn: () => call(productAdmin.duplicate, { params: { id: product._id } }),
    onSuccess: async (copy) => {
      setLeaving(true)
      toast.success(`Product duplicated: this is “${copy.name}”`)
      await navigate(`/admin/product/${copy._id}/edit`)
      await refresh(client, 'products')
      setLeaving(false)
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button look="line" busy={duplicate.isPending || isLeaving} onClick={() => duplicate.mutate()}>
      Duplicate
    </Button>
  )
}
