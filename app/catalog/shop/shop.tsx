import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  Link,
  redirect,
  NavigationType,
  useLocation,
  useNavigationType,
  useParams,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import type { FoundProducts } from '#shared/catalog/api/products.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { counted } from '#shared/kernel/counts.ts'
import type { CountedDepartment } from '#shared/content/api/departments.ts'
import type { Business } from '#shared/platform/business.ts'
import { useAddress } from '#app/platform/api/addresses.ts'
import { useBusiness, useRoasts } from '#app/platform/api/business.ts'
import { ANSWERS, askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { announce } from '#app/platform/ui/live-region.tsx'
import { Pagination } from '#app/platform/ui/pagination.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { useOrigin } from '#app/platform/api/origin.ts'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { ChosenFilters, FilterForm } from './filter-form.tsx'
import { DepartmentLinks, departmentsQuery, useDepartments } from './departments.tsx'
import { isFiltered, listQuery, pathOf, readAddress, searchPath, type ListAddress } from './list-address.ts'
import { NothingFound, nothingText } from './nothing-found.tsx'
import { GridSkeleton, ProductGrid } from './grid.tsx'
import { SearchForm } from './search-form.tsx'
import styles from './shop.module.css'
import { breadcrumbs } from './product-data.ts'

const addressOf = ({ params, request }: LoaderFunctionArgs | ClientLoaderFunctionArgs) =>
  readAddress(params, new URL(request.url).search)

export async function loader(args: LoaderFunctionArgs) {
  const address = addressOf(args)
  const { [ANSWERS]: known } = await askOnServer(args.context, departmentsQuery)
  const moved = movedTo(address, known.queries[0]!.state.data as CountedDepartment[])
  if (moved) throw redirect(moved, 301)
  // The list of a former address does not exist, so it is asked for afterwards.
  const { [ANSWERS]: list } = await askOnServer(args.context, listQuery(address))
  return { [ANSWERS]: { ...list, queries: [...list.queries, ...known.queries] } }
}
export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  askBriefly(listQuery(addressOf(args)), departmentsQuery)

/** The path of today without its query, if the address has a former address of a department. */
function movedTo(address: ListAddress, departments: CountedDepartment[]): string | null {
  const { department = '' } = address
  const now = departments.find(({ formerSlugs }) => formerSlugs.includes(department))
  return now ? pathOf({ ...address, department: now.slug, chosen: { values: {} } }) : null
}

/** The products on sale, eight per page: all products, a department or the results of a search, with filters. */
export default function Shop() {
  const brand = useBusiness()
  const address = readAddress(useParams(), useLocation().search)
  const { keyword, page } = address
  const query = useQuery({ ...listQuery(address), placeholderData: keepPreviousData })
  const { data: found, isPending, error, refetch, isPlaceholderData } = query
  const departments = useDepartments()
  const { data: all = [] } = useQuery(departmentsQuery)
  useAddress(movedTo(address, all) ?? undefined)
  const department = departments.find(({ slug }) => slug === address.department)
  return (
    <section>
      <ShopHead address={address} department={department} found={found} />
      <header className={`grid below-3 ${styles.head}`}>
        <div>
          <h1>{department ? department.heading || department.name : 'Shop'}</h1>
          {department ? (
            <p className={`measure ${styles.about}`}>{department.text}</p>
          ) : (
            <p className={`lead italic ${styles.tagline}`}>{brand.tagline}</p>
          )}
        </div>
        <SearchForm key={keyword} keyword={keyword} />
      </header>
      <DepartmentLinks shown={departments} current={keyword ? undefined : (address.department ?? '')} />
      {isPending ? <GridSkeleton /> : null}
      {error && !found ? <LoadError error={error} retry={refetch} /> : null}
      {found ? <Results address={address} found={found} isOutdated={isPlaceholderData} /> : null}
      {found ? (
        <div className={styles.pages}>
          <Pagination page={page} pages={found.pages} to={(to) => pathOf({ ...address, page: to })} />
        </div>
      ) : null}
    </section>
  )
}

type ResultsProps = { address: ListAddress; found: FoundProducts; isOutdated: boolean }

function Results({ address, found, isOutdated }: ResultsProps) {
  const count = counted(found.total, nounOf(found))
  useFoundAnnounced(found.total > 0 ? `${count} found` : nothingText(address), address.keyword)
  const hasChoice = found.total > 1 || isFiltered(address)
  return (
    <div className={`stack-2 align-top ${styles.browse}`}>
      {hasChoice ? <FilterForm address={address} found={found} count={count} /> : null}
      <div className={`may-shrink ${styles.results}`}>
        <ChosenFilters address={address} filters={found.filters} />
        {found.about.map(({ title, text, to }) => (
          <p key={to} className="below-2">
            <Link to={to}>{title}</Link>. {text}
          </p>
        ))}
        {found.corrected && found.products.length > 0 ? (
          <Corrected typed={address.keyword ?? ''} instead={found.corrected} />
        ) : null}
        <div className={`row-0-2 apart align-middle below-2 ${styles.counted}`}>
          <p id="found" role="status" tabIndex={-1} className={styles.count}>
            {found.total > 0 ? count : <span className="visually-hidden">{nothingText(address)}</span>}
          </p>
          {found.products.some(({ category }) => category === COFFEE_BEANS) ? (
            <Link to="/compare" className="reach">
              Compare coffees
            </Link>
          ) : null}
        </div>
        {found.products.length > 0 ? (
          <ProductGrid products={found.products} isOutdated={isOutdated} />
        ) : (
          <NothingFound address={address} found={found} />
        )}
      </div>
    </div>
  )
}

/** Announces the result of a search, which opens a new page. Filters change the status of the same page. */
function useFoundAnnounced(text: string, keyword: string | undefined): void {
  const isOpened = useNavigationType() === NavigationType.Push
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  })
  useEffect(() => {
    if (isOpened && keyword) announce(latest.current)
  }, [isOpened, keyword])
}

function nounOf({ products, filters }: FoundProducts): string {
  const kinds = filters.find(({ name }) => name === 'kind')?.options ?? []
  const isCoffee = kinds.length <= 1 && products.every(({ category }) => category === COFFEE_BEANS)
  return isCoffee && products.length > 0 ? 'coffee' : 'product'
}

/** Says that a misspelled keyword was corrected, and to which one. */
function Corrected({ typed, instead }: { typed: string; instead: string }) {
  return (
    <p className="below-2">
      No product matches “{typed}”. These match <Link to={searchPath(instead)}>“{instead}”</Link>.
    </p>
  )
}

type Props = { address: ListAddress; department?: CountedDepartment; found?: FoundProducts }

/** Title and metadata of a list. Search results, filtered lists and empty pages are hidden from search engines. */
function ShopHead({ address, department, found }: Props) {
  const origin = useOrigin()
  const { roasters, place } = useBusiness()
  const roasts = useRoasts()
  const { keyword, page } = address
  const title = keyword ? `“${keyword}”` : (department?.name ?? 'Shop')
  const path = pathOf({ ...address, chosen: { values: {} } })
  return (
    <PageHead
      title={page > 1 ? `${title}, page ${page}` : title}
      description={department?.text || descriptionAt(place, roasts)}
      path={path}
      picture={found?.products[0]?.pictures.image}
      hidden={keyword !== undefined || isFiltered(address) || found?.products.length === 0}
      {...(department ? { data: [trail(department, roasters, origin)] } : {})}
    />
  )
}

function descriptionAt({ city, state }: Business['place'], roasts: boolean): string {
  return `Every coffee on our wall, with its place, its taste and its price: ${roasts ? 'roasted in' : 'from'} ${city}, ${state}. And brewers, mugs and prints to go with it.`
}

function trail({ slug, name }: CountedDepartment, shop: string, origin: string): object {
  return breadcrumbs([
    { name: shop, url: `${origin}/` },
    { name: 'Shop', url: `${origin}/shop` },
    { name, url: `${origin}/shop/${slug}` },
  ])
}
