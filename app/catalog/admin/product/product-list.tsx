import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { PRODUCT_FILTERS, productAdmin, type ProductFilter } from '#shared/catalog/api/product-admin.ts'
import { products, type Product, type ProductSize } from '#shared/catalog/api/products.ts'
import { counted } from '#shared/kernel/counts.ts'
import { brand } from '#shared/kernel/brand.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Id, RowActions, Table, type Column } from '#app/platform/ui/table.tsx'
import { AllowedButton } from '#app/platform/admin/allowed-link.tsx'
import { DeleteButton } from '#app/platform/admin/delete-button.tsx'
import { AdminList, AdminPage } from '#app/platform/admin/admin-page.tsx'
import {
  Choice,
  Filters,
  RowsChoice,
  SearchBox,
  useFilter,
  useListOrder,
  usePageLinks,
  usePageNumber,
} from '#app/platform/admin/filters.tsx'
import { ExportProducts } from '#app/platform/admin/export-products.tsx'
import { uniqueNames } from '#app/platform/admin/unique-names.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import { EditProduct, useEditLink } from './edit-link.tsx'
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
        Import data
      </AllowedButton>
      <CreateProduct />
    </>
  )
  return <AdminPage actions={actions}>{() => <List page={page} filters={filters} />}</AdminPage>
}

type ListFilters = ReturnType<typeof useListFilters>

/** The filters in the URL. */
function useListFilters() {
  const [keyword] = useFilter('q', BASE)
  const [show] = useFilter('show', BASE)
  const [category] = useFilter('category', BASE)
  return {
    keyword: keyword || undefined,
    show: (PRODUCT_FILTERS as readonly string[]).includes(show) ? (show as ProductFilter) : undefined,
    category: category || undefined,
  }
}

function List({ page, filters }: { page: number; filters: ListFilters }) {
  const { query, sorting } = useListOrder(BASE, SORTS)
  const to = usePageLinks(BASE)
  const answer = useQuery({
    ...ask(productAdmin.list, { query: { pageNumber: page, ...query, ...filters } }),
    placeholderData: keepPreviousData,
  })
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
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
        to={to}
        rows={<RowsChoice base={BASE} />}
        isEmpty={(data) => data.products.length === 0}
        empty={isFiltered ? <NoneFound /> : 'No products yet. Create one or import a list.'}
      >
        {(data) => (
          <Table
            label="Products"
            columns={columnsOf(data.products)}
            rows={data.products}
            keyOf={(product) => product._id}
            sorting={sorting}
          />
        )}
      </AdminList>
    </>
  )
}

type Counts = { all: number; onSale: number; low: number; soldOut: number; draft: number }

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

function NoneFound() {
  return (
    <>
      No product matches. <Link to={BASE}>Show all products</Link>
    </>
  )
}

function columnsOf(listed: Product[]): Column<Product>[] {
  const label = uniqueNames(listed)
  return [
    { name: 'ID', of: (product) => <Id>{product._id}</Id>, inline: true },
    {
      name: 'NAME',
      sort: 'name',
      of: (product) => <ProductName product={product} label={label(product)} />,
      rowHeader: true,
      title: true,
    },
    { name: 'PRICE', of: (product) => <Price of={product} />, align: 'end', noWrap: true },
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
      busy={create.isPending}
      onClick={() => {
        if (window.confirm('are you sure you want to create a new product')) create.mutate()
      }}
    >
      Create Product
    </Button>
  )
}

/**
 * A product in the list: picture, name, and stock as text.
 * @param label the unique name of the product in the list
 */
function ProductName({ product, label }: { product: Product; label: string }) {
  return (
    <span className={`flex align-middle ${styles.product}`}>
      <span className={`grid box-soft mat ${styles.frame}`}>
        {product.pictures.image ? <Picture of={product.pictures.image} sizes="2.5rem" alt="" /> : null}
      </span>
      <span>
        <Link {...useEditLink(product)} className={styles.name} aria-label={label}>
          {product.name}
        </Link>
        <Stock product={product} />
      </span>
    </span>
  )
}

/** The stock of the product, or of each size if there are several. */
function Stock({ product: { isDraft, isRoastedToOrder, sizes } }: { product: Product }) {
  const isLow = sizes.some(({ countInStock }) => countInStock <= brand.lowStock)
  const look = isDraft ? 'soft italic' : isLow && !isRoastedToOrder ? 'alarm strong' : 'soft'
  const text = isRoastedToOrder
    ? `${isDraft ? 'Draft, roasted' : 'Roasted'} to order`
    : sizes.length === 1
      ? `${isDraft ? 'Draft, ' : ''}${stockText(sizes[0]!, isDraft)}`
      : `${isDraft ? 'Draft. ' : ''}${sizes.map((size) => countText(size, isDraft)).join(', ')}`
  return <span className={`${styles.stock} ${look}`}>{text}</span>
}

/** One size in one piece, with spaces that do not break: `2 lb: 18`. */
function countText({ label, countInStock }: ProductSize, isDraft: boolean): string {
  const isPlain = isDraft || countInStock > brand.lowStock
  const count = isPlain ? `${countInStock}` : countInStock === 0 ? 'sold out' : `${countInStock} left`
  return `${label}: ${count}`.replaceAll(' ', '\u00a0')
}

function stockText({ countInStock }: ProductSize, isDraft: boolean): string {
  if (isDraft || countInStock > brand.lowStock) return `${countInStock} in stock`
  return countInStock === 0 ? 'Sold out' : `Low stock: ${countInStock} left`
}
