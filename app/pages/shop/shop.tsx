import { useQuery } from '@tanstack/react-query'
import { data, useParams, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { products, type Product } from '#shared/api/products.ts'
import { brand } from '#shared/brand.ts'
import { askBriefly, askOnServer } from '../../api/prefetch.ts'
import { ask } from '../../api/query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { CardSkeleton, ProductCard } from './product-card.tsx'
import { SearchForm } from './search-form.tsx'
import styles from './shop.module.css'
import productGrid from './product-grid.module.css'

type Params = { keyword?: string; pageNumber?: string }

const listQuery = ({ keyword, pageNumber = '1' }: Params) => {
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to answer 404
  if (!/^[1-9]\d{0,5}$/.test(pageNumber)) throw data(null, { status: 404 })
  return ask(products.list, { query: { keyword, pageNumber: Number(pageNumber) } })
}

export const loader = ({ context, params }: LoaderFunctionArgs) => askOnServer(context, listQuery(params))
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => askBriefly(listQuery(params))

/** The products on sale, eight per page: all products, or the results of a search. */
export default function Shop() {
  const params: Params = useParams()
  const { keyword } = params
  const pageNumber = Number(params.pageNumber ?? 1)
  const { data: list, isPending, error, refetch } = useQuery(listQuery(params))
  const base = keyword ? `/search/${encodeURIComponent(keyword)}` : ''
  const to = (page: number) => (page === 1 ? base || '/shop' : `${base}/page/${page}`)
  return (
    <section>
      <ShopHead keyword={keyword} page={pageNumber} path={to(pageNumber)} list={list} />
      <header className={styles.head}>
        <div>
          <h1>Shop</h1>
          <p className={styles.tagline}>{brand.tagline}</p>
        </div>
        <SearchForm key={keyword} keyword={keyword} />
      </header>
      {isPending ? <GridSkeleton /> : null}
      {error && !list ? <LoadError error={error} retry={refetch} /> : null}
      {list && list.products.length > 0 ? <ProductGrid products={list.products} /> : null}
      {list?.products.length === 0 ? <NothingFound keyword={keyword} page={list.page} first={to(1)} /> : null}
      {list ? (
        <div className={styles.pages}>
          <Pagination page={list.page} pages={list.pages} to={to} />
        </div>
      ) : null}
    </section>
  )
}

/** Search results and empty pages are hidden from search engines. */
function ShopHead({
  keyword,
  page,
  path,
  list,
}: {
  keyword?: string
  page: number
  path: string
  list?: { products: Product[] }
}) {
  const title = keyword ? `“${keyword}”` : 'Shop'
  return (
    <PageHead
      title={page > 1 ? `${title}, page ${page}` : title}
      description={`Every coffee on our wall, with its place, its taste and its price: roasted in ${brand.place.city}, ${brand.place.state}. And brewers, mugs and prints to go with it.`}
      path={path}
      picture={list?.products[0]?.pictures.image}
      hidden={keyword !== undefined || list?.products.length === 0}
    />
  )
}

/** The number of products in the first row. Their pictures load first. */
const FIRST_ROW = 4

function ProductGrid({ products: shown }: { products: Product[] }) {
  return (
    <ul className={productGrid.grid}>
      {shown.map((product, index) => (
        <li key={product._id}>
          <ProductCard product={product} priority={index < FIRST_ROW} />
        </li>
      ))}
    </ul>
  )
}

function GridSkeleton() {
  return (
    <div className={productGrid.grid}>
      <output className="visually-hidden">Loading the coffees</output>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((number) => (
        <CardSkeleton key={number} />
      ))}
    </div>
  )
}

function NothingFound({ keyword, page, first }: { keyword?: string; page: number; first: string }) {
  const isPastEnd = page > 1
  return (
    <div className={styles.nothing}>
      <h2>
        {isPastEnd
          ? 'This wall is still empty'
          : keyword
            ? `Nothing here is called “${keyword}”`
            : 'The wall is empty'}
      </h2>
      <p>
        {isPastEnd
          ? 'The shop does not have that many pages.'
          : keyword
            ? 'Try a country, a taste or a product: Ethiopia, apricot, mug.'
            : 'We are hanging new coffees. Come back soon.'}
      </p>
      {isPastEnd ? <ButtonLink to={first}>Go to the first page</ButtonLink> : null}
      {keyword && !isPastEnd ? <ButtonLink to="/shop">See all the coffees</ButtonLink> : null}
    </div>
  )
}
