import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { packing } from '#shared/checkout/api/fulfillment.ts'
import { ask } from '#app/platform/api/query.ts'
import { RequireStaff } from '#app/platform/session/guard.tsx'
import { Skeleton, Loading } from '#app/platform/ui/skeleton.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import styles from '#app/platform/orders/packing-slip.module.css'
import { OrderLink } from '#app/platform/orders/order-link.tsx'
import { Slip } from '#app/platform/orders/slip.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'

/** The packing slip of an order, in US Letter format. It has no prices, because the parcel may be a gift. */
export default function PackingSlip() {
  const { id = '' } = useParams()
  return (
    <section className={`stack-3 ${styles.page}`}>
      <PageHead title="Packing slip" hidden />
      <div className={`flex align-middle apart full-width screen-only ${styles.actions}`}>
        <OrderLink id={id}>
          <span aria-hidden="true">←&nbsp;</span>Back to the order
        </OrderLink>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <RequireStaff access="staff" skeleton={<Skeleton height="60rem" />}>
        {() => <SlipOf id={id} />}
      </RequireStaff>
    </section>
  )
}

function SlipOf({ id }: { id: string }) {
  const answer = useQuery(ask(packing.one, { params: { id } }))
  if (answer.data) return <Slip order={answer.data} />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  return (
    <>
      <Loading what="Loading the order" />
      <Skeleton height="60rem" />
    </>
  )
}
