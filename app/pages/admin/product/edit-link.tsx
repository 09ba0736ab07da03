import { useLocation } from 'react-router'
import type { Product } from '#shared/api/products.ts'
import { ButtonLink } from '../../../ui/button.tsx'

const LIST = '/admin/productlist'

/**
 * Opens a product's form, which leads back to the list as it was: its page, its filters.
 * @param called what tells it from the others in the list
 */
export function EditProduct({ product, called }: { product: Product; called: string }) {
  return (
    <ButtonLink look="quiet" {...useEditAddress(product)} aria-label={`Edit ${called}`}>
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
