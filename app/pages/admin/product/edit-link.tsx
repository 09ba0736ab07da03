import { useLocation } from 'react-router'
import type { Product } from '#shared/api/products.ts'
import { ButtonLink } from '../../../ui/button.tsx'

const LIST = '/admin/productlist'

/** Opens a product's form, which leads back to the list as it was: its page, its filters. */
export function EditProduct({ product }: { product: Product }) {
  return (
    <ButtonLink look="quiet" {...useEditAddress(product)} aria-label={`Edit ${product.name}`}>
      Edit
    </ButtonLink>
  )
}

export function useEditAddress({ _id }: Product) {
  const { pathname, search } = useLocation()
  return { to: `/admin/product/${_id}/edit`, state: { list: pathname + search } }
}

/** Where the form was opened from; the list's first page when nobody knows. */
export function useListAddress(): string {
  const state = useLocation().state as { list?: unknown } | null
  return typeof state?.list === 'string' && state.list.startsWith(LIST) ? state.list : LIST
}
