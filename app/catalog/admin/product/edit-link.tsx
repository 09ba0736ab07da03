import { useLocation } from 'react-router'
import type { Product } from '#shared/catalog/api/products.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'

const LIST = '/admin/productlist'

/**
 * The link to a product's form. The form's Back link returns to the list with the same page and filters.
 * @param label the unique name of the product in the list
 */
export function EditProduct({ product, label }: { product: Product; label: string }) {
  return (
    <ButtonLink look="quiet" {...useEditLink(product)} aria-label={`Edit ${label}`}>
      Edit
    </ButtonLink>
  )
}

export function useEditLink({ _id }: Product) {
  const { pathname, search } = useLocation()
  return { to: `/admin/product/${_id}/edit`, state: { list: pathname + search } }
}

/** The URL of the list from which the form was opened. The list's first page if that is unknown. */
export function useListUrl(): string {
  const state = useLocation().state as { list?: unknown } | null
  return typeof state?.list === 'string' && state.list.startsWith(LIST) ? state.list : LIST
}
