import { useLocation } from 'react-router'
import { PRODUCT_FILTERS } from '#shared/catalog/api/product-admin.ts'
import type { Product } from '#shared/catalog/api/products.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'

/** The address of the list of products. */
export const LIST = '/admin/productlist'

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

/** A product beside the open one. Its form has the same list, and opens at the same section. */
export function NeighborLink({ product: { _id, name }, title }: { product: Named; title: string }) {
  const { hash, state } = useLocation()
  return (
    <ButtonLink
      look="quiet"
      to={`/admin/product/${_id}/edit${hash}`}
      state={state}
      aria-label={`${title}: ${name}`}
      title={name}
    >
      {title}
    </ButtonLink>
  )
}

type Named = Pick<Product, '_id' | 'name'>

/** The filters and the order in the query string of the list, as its endpoints take them. */
export function readListQuery(search: string) {
  const params = new URLSearchParams(search)
  const oneOf = <const T extends string>(name: string, known: readonly T[]) =>
    known.find((each) => each === params.get(name))
  const sort = oneOf('sort', SORTED)
  return {
    keyword: params.get('q') || undefined,
    show: oneOf('show', PRODUCT_FILTERS),
    category: params.get('category') || undefined,
    sort,
    order: sort && (oneOf('order', ['asc', 'desc']) ?? 'desc'),
  }
}

const SORTED = ['name', 'category', 'brand'] as const

/** The URL of the list from which the form was opened. The list's first page if that is unknown. */
export function useListUrl(): string {
  const state = useLocation().state as { list?: unknown } | null
  return typeof state?.list === 'string' && state.list.startsWith(LIST) ? state.list : LIST
}
