import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { recall, type RecallKind, type RecallPlace } from '#shared/mail/api/recall.ts'
import { ask } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { AdminLoading, AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { Filters, SearchBox, useFilter, useIdFilter } from '#app/platform/admin/list/filters.tsx'
import styles from './recall.module.css'
import { LIST, pathOfPlace, Traced } from './traced.tsx'
import { NoMatch } from '#app/platform/ui/live-region.tsx'

/** Traces a lot of green coffee, a batch, a lot or an order to all buyers, and back. */
export default function Recall() {
  const place = useIdFilter('place', LIST)
  return (
    <AdminPage {...(place ? { back: { to: LIST, title: 'Search again' } } : {})}>
      {() => (place ? <TraceOf key={place} id={place} /> : <Search />)}
    </AdminPage>
  )
}

function Search() {
  const [text] = useFilter('q', LIST)
  const found = useQuery({
    ...ask(recall.find, { query: { find: text.slice(0, 100) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <p className="measure">
        Enter the code of a lot, a batch or green coffee, an order number, or a buyer’s name or email.
      </p>
      <Filters>
        <SearchBox label="Code, order or buyer" base={LIST} />
      </Filters>
      {found.isPending ? <AdminLoading what="places" /> : null}
      {found.isError ? <LoadError error={found.error} retry={found.refetch} /> : null}
      {found.data ? <Found places={found.data.places} isSearch={text.trim() !== ''} /> : null}
    </>
  )
}

function Found({ places, isSearch }: { places: RecallPlace[]; isSearch: boolean }) {
  if (places.length === 0)
    return isSearch ? (
      <NoMatch>Nothing has this code or name.</NoMatch>
    ) : (
      <p>There are no lots of roasted coffee yet.</p>
    )
  return (
    <section aria-labelledby="found">
      <h2 id="found" className="below-2">
        {isSearch ? 'Found' : 'Newest lots'}
      </h2>
      <ul className={`grid ${styles.found}`}>
        {places.map((place) => (
          <li key={place._id}>
            <Link to={pathOfPlace(place._id)}>
              <span className={`soft ${styles.kind}`}>{KINDS[place.kind]}</span>
              <strong>{place.code}</strong>
              <span>{place.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const KINDS: Record<RecallKind, string> = {
  green: 'Green coffee',
  batch: 'Batch',
  lot: 'Lot',
  bags: 'Bags of lot',
  order: 'Order',
}

function TraceOf({ id }: { id: string }) {
  const [page] = useFilter('page', LIST)
  const pageNumber = /^[1-9][0-9]{0,5}$/.test(page) ? Number(page) : 1
  const answer = useQuery({
    ...ask(recall.trace, { params: { id }, query: { pageNumber } }),
    placeholderData: keepPreviousData,
  })
  return (
    <AdminResource answer={answer} what="trace" gone="There is no such lot, batch or order." list={LIST}>
      {(trace) => (
        <>
          <h2 className="below-3">
            <span className={`soft ${styles.kind}`}>{KINDS[trace.of.kind]}</span> {trace.of.code}
            <span className={styles.name}>{trace.of.name}</span>
          </h2>
          <Traced trace={trace} />
        </>
      )}
    </AdminResource>
  )
}
