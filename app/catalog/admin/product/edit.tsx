import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import type { Product } from '#shared/catalog/api/products.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { NeighborLink, readListQuery, useListUrl } from './edit-link.tsx'
import { ProductForm } from './form.tsx'

/** The page Edit Product. */
export default function EditProduct() {
  const { id = '' } = useParams()
  const list = useListUrl()
  const [isUnsaved, setUnsaved] = useState(false)
  const answer = useQuery({ ...ask(productAdmin.one, { params: { id } }), staleTime: 0 })
  return (
    <AdminPage
      title="Edit Product"
      back={{ to: list, title: 'Go Back' }}
      state={answer.data ? stateOf(answer.data) : undefined}
      actions={answer.data ? <Actions product={answer.data} list={list} isUnsaved={isUnsaved} /> : null}
    >
      {() => (
        <AdminResource
          answer={answer}
          what="product"
          gone="There is no such product; it may have been deleted."
          list={list}
        >
          {(product) => <ProductForm key={id} latest={product} list={list} onUnsaved={setUnsaved} />}
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

type ActionsProps = { product: Product; list: string; isUnsaved: boolean }

function Actions({ product, list, isUnsaved }: ActionsProps) {
  return (
    <>
      <Neighbors id={product._id} list={list} />
      {/* In a new tab, so that nothing typed is left. */}
      <ButtonLink look="quiet" to={productPath(product)} target="_blank">
        Preview
      </ButtonLink>
      <ButtonLink look="quiet" to={`/admin/record?subject=product&id=${product._id}`}>
        Change log
      </ButtonLink>
      <Duplicate product={product} isUnsaved={isUnsaved} />
    </>
  )
}

/** Links to the products before and after this one in the list from which it was opened. */
function Neighbors({ id, list }: { id: string; list: string }) {
  const query = readListQuery(list.split('?')[1] ?? '')
  const { data } = useQuery(ask(productAdmin.neighbors, { params: { id }, query }))
  return (
    <>
      {data?.previous ? <NeighborLink title="Previous" product={data.previous} /> : null}
      {data?.next ? <NeighborLink title="Next" product={data.next} /> : null}
    </>
  )
}

/** Creates a draft from the saved product and opens its form, unless something typed would be left. */
function Duplicate({ product, isUnsaved }: { product: Product; isUnsaved: boolean }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const sendOnce = useSendOnce()
  const { _id: id, version } = product
  const duplicate = useMutation({
    mutationFn: () =>
      sendOnce({ id, version }, (idempotencyKey) =>
        call(productAdmin.duplicate, { params: { id } }, { idempotencyKey }),
      ),
    onSuccess: async (copy) => {
      const to = `/admin/product/${copy._id}/edit`
      if (isUnsaved) {
        toast.success('Product duplicated as it was saved last', { to, text: 'Open the copy' })
        return refresh(client, 'products')
      }
      setLeaving(true)
      toast.success(`Product duplicated: this is “${copy.name}”`)
      await navigate(to)
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
