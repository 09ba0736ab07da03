import { useQueries, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { labelBatches } from '#shared/shipping/api/label-batches.ts'
import { MAX_LABELS } from '#shared/shipping/api/labels.ts'
import { packing, type PackedOrder } from '#shared/checkout/api/fulfillment.ts'
import { isId } from '#shared/kernel/id.ts'
import { ask } from '#app/platform/api/query.ts'
import { RequireStaff } from '#app/platform/session/guard.tsx'
import { Loading, Skeleton } from '#app/platform/ui/skeleton.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import styles from '#app/platform/orders/packing-slip.module.css'
import { Slip } from '#app/platform/orders/slip.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'

/** The packing slips of several orders or of a batch of labels, one page each, in the same order as their labels. */
export default function PackingSlips() {
  const [query] = useSearchParams()
  const ids = (query.get('orders') ?? '').split(',').filter(isId)
  const batch = query.get('batch') ?? ''
  return (
    <section className={`stack-3 ${styles.page}`}>
      <PageHead title="Packing slips" hidden />
      <div className={`flex align-middle apart full-width screen-only ${styles.actions}`}>
        <Link to={isId(batch) ? `/admin/shipping?batch=${batch}` : '/admin/shipping'}>
          <span aria-hidden="true">←&nbsp;</span>Back to the orders to ship
        </Link>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <RequireStaff skeleton={<Skeleton height="60rem" />}>
        {() =>
          isId(batch) ? (
            <BatchSlips id={batch} />
          ) : (
            <ChosenSlips ids={[...new Set(ids)].slice(0, MAX_LABELS)} />
          )
        }
      </RequireStaff>
    </section>
  )
}

function ChosenSlips({ ids }: { ids: string[] }) {
  const answers = useQueries({ queries: ids.map((id) => ask(packing.one, { params: { id } })) })
  const failed = answers.find(({ isError }) => isError)
  return (
    <Slips
      orders={answers.map(({ data }) => data)}
      error={failed?.error ?? null}
      retry={() => failed?.refetch()}
    />
  )
}

function BatchSlips({ id }: { id: string }) {
  const page = (pageNumber: number) => ask(labelBatches.slips, { params: { id }, query: { pageNumber } })
  const first = useQuery(page(1))
  const others = useQueries({
    queries: Array.from({ length: Math.max(0, (first.data?.pages ?? 0) - 1) }, (_, index) => page(index + 2)),
  })
  const failed = [first, ...others].find(({ isError }) => isError)
  return (
    <Slips
      orders={[first, ...others].flatMap(
        ({ data }): (PackedOrder | undefined)[] => data?.slips ?? [undefined],
      )}
      error={failed?.error ?? null}
      retry={() => failed?.refetch()}
    />
  )
}

type SlipsProps = { orders: (PackedOrder | undefined)[]; error: Error | null; retry: () => unknown }

/** Shows all slips or none, because an incomplete stack would be noticed only while packing. */
function Slips({ orders, error, retry }: SlipsProps) {
  if (orders.length === 0) return <p>Choose orders under To ship first.</p>
  if (error) return <LoadError error={error} retry={retry} />
  const loaded = orders.filter((order) => order !== undefined)
  if (loaded.length < orders.length) {
    return (
      <>
        <Loading what="Loading the orders" />
        <Skeleton height="60rem" />
      </>
    )
  }
  return loaded.map((order) => <Slip key={order._id} order={order} />)
}
