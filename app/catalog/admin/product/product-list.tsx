import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { productAdmin, type ProductFilter } from '#shared/catalog/api/product-admin.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { products, type Product } from '#shared/catalog/api/products.ts'
import { counted } from '#shared/kernel/counts.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Id, RowActions, type Column } from '#app/platform/ui/table.tsx'
import { AllowedButton } from '#app/platform/admin/allowed-link.tsx'
import { DeleteButton } from '#app/platform/admin/delete-button.tsx'
import { AdminList, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { Choice, Filters, SearchBox, useListOrder, usePageNumber } from '#app/platform/admin/list/filters.tsx'
import { ExportProducts } from '#app/platform/admin/export-products.tsx'
import { SortedTable } from '#app/platform/admin/list/sorted-table.tsx'
import { uniqueNames } from '#app/platform/admin/unique-names.ts'
import { BulkBar } from '#app/platform/admin/bulk/bulk-bar.tsx'
import { useBulkChoice } from '#app/platform/admin/bulk/use-choice.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import { PRODUCT_ACTIONS } from './bulk-actions.tsx'
import { Stock } from './stock.tsx'
import { EditProduct, readListQuery, useEditLink } from './edit-link.tsx'
import { Price } from '../../shop/product-card.tsx'
import { withSubscribers } from './for-subscribers.ts'
import styles from './product-list.module.css'

const BASE = '/admin/productlist'
const SORTS = { name: 'asc', category: 'asc', brand: 'asc' } as const

export default function ProductList() {
  const page = usePageNumber()
  const filters = useListFilters()
  const actions = (
    <>
      <ExportProducts filters={filters} />
      <ButtonLink look="quiet" to="/admin/product/import">
        Import
      </ButtonLink>
      <AllowedButton look="quiet" to="/admin/import">
        Move from another shop
      </AllowedButton>
      <CreateProduct />
      <ButtonLink to="/admin/product/new-coffee">New coffee</ButtonLink>
    </>
  )
  return <AdminPage actions={actions}>{() => <List page={page} filters={filters} />}</AdminPage>
}

type ListFilters = ReturnType<typeof useListFilters>

/** The filters in the URL. */
function useListFilters() {
  const { keyword, show, category } = readListQuery(useLocation().search)
  return { keyword, show, category }
}

function List({ page, filters }: { page: number; filters: ListFilters }) {
  const { query, sorting } = useListOrder(BASE, SORTS)
  const answer = useQuery({
    ...ask(productAdmin.list, { query: { pageNumber: page, ...query, ...filters } }),
    placeholderData: keepPreviousData,
  })
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const listed = answer.data?.products ?? []
  const total = answer.data?.total ?? 0
  const choice = useBulkChoice(
    listed.map(({ _id }) => _id),
    total,
    filters,
  )
  return (
    <>
      <ProductFilters
        counts={answer.data?.counts}
        category={filters.category}
        status={answer.data ? statusText(answer.data, isFiltered) : null}
      />
      <AdminList
        answer={answer}
        what="products"
        page={page}
        base={BASE}
        filters={[
          filters.keyword && `“${filters.keyword}”`,
          filters.show && SHOWN[filters.show],
          filters.category,
        ]}
        isEmpty={(data) => data.products.length === 0}
        empty={NO_PRODUCTS}
      >
        {(data) => (
          <SortedTable
            label="Products"
            columns={columnsOf(data)}
            rows={data.products}
            keyOf={(product) => product._id}
            sorting={sorting}
            choosing={{ ...choice, nameOf: uniqueNames(data.products) }}
          />
        )}
      </AdminList>
      <BulkBar of={PRODUCT_ACTIONS} choice={choice} />
    </>
  )
}

type Listed = Reply<typeof productAdmin.list>
type Counts = Listed['counts']

type ProductFiltersProps = { counts?: Counts; category?: string; status: string | null }

function ProductFilters({ counts, category, status }: ProductFiltersProps) {
  const inUse = useQuery(ask(productAdmin.words, {}))
  const categories = new Set([...(category ? [category] : []), ...(inUse.data?.categories ?? [])])
  return (
    <Filters status={status}>
      <SearchBox label="Search by name, brand, category, origin or ID" base={BASE} />
      <Choice
        label="Show"
        base={BASE}
        name="show"
        options={{
          '': `All${numberOf(counts?.all)}`,
          'on-sale': `On sale${numberOf(counts?.onSale)}`,
          low: `Low stock${numberOf(counts?.low)}`,
          'sold-out': `Sold out${numberOf(counts?.soldOut)}`,
          draft: `Drafts${numberOf(counts?.draft)}`,
          'no-weight': `No weight${numberOf(counts?.noWeight)}`,
        }}
      />
      <Choice
        label="Category"
        base={BASE}
        name="category"
        options={{
          '': 'All categories',
          ...Object.fromEntries([...categories].sort().map((name) => [name, name])),
        }}
      />
    </Filters>
  )
}

function numberOf(number: number | undefined): string {
  return number === undefined ? '' : ` (${number})`
}

function statusText({ total, counts }: { total: number; counts: Counts }, isFiltered: boolean): string {
  return isFiltered ? `${total} of ${counted(counts.all, 'product')}` : counted(total, 'product')
}

const NO_PRODUCTS = { kind: 'first', text: 'No products yet. Create one or import a list.' } as const

const SHOWN: Record<ProductFilter, string> = {
  'on-sale': 'on sale',
  low: 'low stock',
  'sold-out': 'sold out',
  draft: 'drafts',
  'no-weight': 'without a weight',
}

function columnsOf({ products: listed, withoutWeight }: Listed): Column<Product>[] {
  const label = uniqueNames(listed)
  return [
    { name: 'ID', of: (product) => <Id>{product._id}</Id>, inline: true },
    {
      name: 'NAME',
      sort: 'name',
      of: (product) => (
        <ProductName
          product={product}
          label={label(product)}
          isWeightless={withoutWeight.includes(product._id)}
        />
      ),
      rowHeader: true,
      title: true,
    },
    {
      name: 'PRICE',
      of: (product) => (
        <span>
          <Price of={product} />
        </span>
      ),
      align: 'end',
      noWrap: true,
    },
    { name: 'CATEGORY', sort: 'category', of: (product) => product.category },
    { name: 'BRAND', sort: 'brand', of: (product) => product.brand, inline: true },
    {
      name: 'ACTIONS',
      of: (product) => (
        <RowActions>
          <EditProduct product={product} label={label(product)} />
          <DeleteButton
            name={label(product)}
            remove={() =>
              withSubscribers((subscribers) =>
                call(products.remove, { params: { id: product._id }, query: { subscribers } }),
              )
            }
            done="Product deleted"
            of={['products']}
          />
        </RowActions>
      ),
      wide: true,
      hideName: true,
    },
  ]
}

/** Creates a draft product and opens its form. */
function CreateProduct() {
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
      look="line"
      busy={create.isPending}
      onClick={() => {
        if (window.confirm('are you sure you want to create a new product')) create.mutate()
      }}
    >
      Create Product
    </Button>
  )
}

type ProductNameProps = { product: Product; label: string; isWeightless: boolean }

/**
 * A product in the list: picture, name, and stock as text.
 * @param label the unique name of the product in the list
 */
function ProductName({ product, label, isWeightless }: ProductNameProps) {
  return (
    <span className={`flex align-middle ${styles.product}`}>
      <span className={`grid box-soft mat ${styles.frame}`}>
        {product.pictures.image ? <Picture of={product.pictures.image} sizes="2.5rem" alt="" /> : null}
      </span>
      <span>
        <Link {...useEditLink(product)} className={styles.name} aria-label={label}>
          {product.name}
        </Link>
        <Stock product={product} isWeightless={isWeightless} />
      </span>
    </span>
  )
}
