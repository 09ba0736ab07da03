import { Link } from 'react-router'
import emptyShelf from '#imagery/drawings/empty-shelf.svg'
import type { FoundProducts } from '#shared/catalog/api/products.ts'
import { counted } from '#shared/kernel/counts.ts'
import { FILTERS, type FilterName } from '#shared/platform/product-filters.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { EmptyState } from '#app/platform/ui/illustration.tsx'
import { isFiltered, pathOf, withoutFilters, type ListAddress } from './list-address.ts'
import { ProductGrid } from './grid.tsx'
import styles from './shop.module.css'

/** The content of an empty list: the reason, links to lists with products, and the nearest products. */
export function NothingFound({ address, found }: { address: ListAddress; found: FoundProducts }) {
  const { keyword, page } = address
  if (page > 1 && found.total > 0) return <PastEnd first={pathOf({ ...address, page: 1 })} />
  const isNarrowed = isFiltered(address)
  return (
    <>
      <div className={styles.nothing}>
        <EmptyState drawing={emptyShelf}>
          <h2>{nothingText(address)}</h2>
          {isNarrowed ? <FewerFilters address={address} without={found.without} /> : null}
          {isNarrowed ? null : (
            <p>
              {keyword
                ? 'Try a country, a taste or a product: Ethiopia, apricot, mug.'
                : 'We will add coffees soon. Please come back later.'}
            </p>
          )}
          {isNarrowed ? (
            <ButtonLink to={pathOf(withoutFilters(address))}>Clear all filters</ButtonLink>
          ) : keyword ? (
            <ButtonLink to="/shop">See all the coffees</ButtonLink>
          ) : null}
        </EmptyState>
      </div>
      {found.nearest.length > 0 ? (
        <section className="stack-3 pad-top-2" aria-labelledby="nearest">
          <h2 id="nearest">The nearest matches</h2>
          <ProductGrid products={found.nearest} level="h3" />
        </section>
      ) : null}
    </>
  )
}

/** Says in one sentence that the list is empty. */
export function nothingText(address: ListAddress): string {
  if (isFiltered(address)) return 'No product matches all of these filters'
  return address.keyword ? `No products found for “${address.keyword}”` : 'No products here yet'
}

/** Links to the lists without one of the filters. */
function FewerFilters({ address, without }: { address: ListAddress; without: FoundProducts['without'] }) {
  if (without.length === 0) return <p>Remove some of the filters to see more.</p>
  const removed = (name: FilterName) => {
    const values = { ...address.chosen.values }
    delete values[name]
    return pathOf({ ...address, page: 1, chosen: { ...address.chosen, values } })
  }
  return (
    <ul>
      {without.map(({ name, products }) => (
        <li key={name}>
          <Link to={removed(name)} className="flex align-middle target" preventScrollReset>
            Any {FILTERS[name].label.toLowerCase()}: {counted(products, 'product')}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function PastEnd({ first }: { first: string }) {
  return (
    <div className={`stack-2 items-left measure ${styles.nothing}`}>
      <h2>This wall is still empty</h2>
      <p>The shop does not have that many pages.</p>
      <ButtonLink to={first}>Go to the first page</ButtonLink>
    </div>
  )
}
