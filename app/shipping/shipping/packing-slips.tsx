import { useQueries } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { MAX_LABELS } from '#shared/shipping/api/labels.ts'
import { packing } from '#shared/checkout/api/fulfillment.ts'
import { isId } from '#shared/kernel/id.ts'
import { ask } from '#app/platform/api/query.ts'
import { RequireStaff } from '#app/platform/session/guard.tsx'
import { Loading, Skeleton } from '#app/platform/ui/skeleton.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import styles from '#app/platform/orders/packing-slip.module.css'
import { Slip } from '#app/platform/orders/slip.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'

/** The packing slips of several orders, one page each, in the same order as their labels. */
export default function PackingSlips() {
  const [query] = useSearchParams()
  const ids = (query.get('orders') ?? '').split(',').filter(isId)
  return (
    <section className={`stack-3 ${styles.page}`}>
      <PageHead title="Packing slips" hidden />
      <div className={`flex align-middle apart full-width screen-only ${styles.actions}`}>
        <Link to="/admin/shipping">
          <span aria-hidden="true">←</span> Back to Shipping
        </Link>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <RequireStaff skeleton={<Skeleton height="60rem" />}>
        {() => <Slips ids={[...new Set(ids)].slice(0, MAX_LABELS)} />}
      </RequireStaff>
    </section>
  )
}

function Slips({ ids }: { ids: string[] }) {
  const answers = useQueries({ queries: ids.map((id) => ask(packing.one, { params: { id } })) })
  if (ids.length === 0) return <p>Choose orders under To ship first.</p>
  const failed = answers.find(({ isError }) => isError)
  if (failed?.error) return <LoadError error={failed.error} retry={failed.refetch} />
  if (answers.some(({ data }) => !data)) {
    return (
      <>
        <Loading what="Loading the orders" />
        <Skeleton height="60rem" />
      </>
    )
  }
  // Shows all slips or none, because an incomplete stack would be noticed only while packing.
  return answers.map(({ data }) => (data ? <Slip key={data._id} order={data} /> : null))
}
