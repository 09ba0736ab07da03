import type { ComponentProps } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { reviewAdmin } from '#shared/catalog/api/review-admin.ts'
import { ask } from '#app/platform/api/query.ts'
import { AdminList, AdminPage } from '#app/platform/admin/admin-page.tsx'
import {
  Choice,
  Filters,
  SearchBox,
  useFilter,
  useIdFilter,
  useListOrder,
  usePageNumber,
} from '#app/platform/admin/list/filters.tsx'
import { SortChoice } from '#app/platform/admin/list/sorted-table.tsx'
import { Review } from './review.tsx'

const BASE = '/admin/reviews'

/** The reviews of customers, newest first. Admins can hide a review or show it again. */
export default function Reviews() {
  const page = usePageNumber()
  return <AdminPage>{() => <List page={page} />}</AdminPage>
}

const SHOW = { '': 'All reviews', shown: 'Shown', hidden: 'Hidden' } as const
const BY = { '': 'All writers', buyers: 'Buyers', others: 'Others' } as const

const SORTS = { date: 'desc', rating: 'asc' } as const
const ORDERS: ComponentProps<typeof SortChoice>['options'] = [
  ['date', 'desc', 'Newest first'],
  ['date', 'asc', 'Oldest first'],
  ['rating', 'asc', 'Worst first'],
  ['rating', 'desc', 'Best first'],
]
const NO_REVIEWS = {
  kind: 'first',
  text: 'No reviews yet. What customers write about products is listed here.',
} as const

/** The filters in the URL. A product's page links to the product's reviews with `product`. */
function useListFilters() {
  const [keyword] = useFilter('q', BASE)
  const [show] = useFilter('show', BASE)
  const [by] = useFilter('by', BASE)
  const productId = useIdFilter('product', BASE)
  return {
    keyword: keyword || undefined,
    show: show === 'shown' || show === 'hidden' ? show : undefined,
    by: by === 'buyers' || by === 'others' ? by : undefined,
    productId,
  } as const
}

function List({ page }: { page: number }) {
  const filters = useListFilters()
  const { query, sorting } = useListOrder(BASE, SORTS, 'date')
  const answer = useQuery({
    ...ask(reviewAdmin.list, { query: { pageNumber: page, ...query, ...filters } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Filters>
        <SearchBox label="Search by product" base={BASE} />
        <Choice label="Shown or hidden" base={BASE} name="show" options={SHOW} />
        <Choice label="Written by" base={BASE} name="by" options={BY} />
        <SortChoice sorting={sorting} options={ORDERS} />
      </Filters>
      <p>
        Only customers who have bought a product can review it; older reviews may be by others. The home page
        shows the products that have a place on it, then the best sellers.
        {filters.productId ? (
          <>
            {' '}
            These are the reviews of one product. <Link to={BASE}>Show all reviews</Link>
          </>
        ) : null}
      </p>
      <AdminList
        answer={answer}
        what="reviews"
        page={page}
        base={BASE}
        filters={[
          filters.keyword && `“${filters.keyword}”`,
          filters.show && SHOW[filters.show],
          filters.by && BY[filters.by],
          filters.productId && 'of one product',
        ]}
        isEmpty={(data) => data.reviews.length === 0}
        empty={NO_REVIEWS}
      >
        {(data) => (
          <ul className="rule" aria-label="Reviews">
            {data.reviews.map((review) => (
              <Review key={review._id} review={review} />
            ))}
          </ul>
        )}
      </AdminList>
    </>
  )
}
