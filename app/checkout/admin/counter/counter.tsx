import { useQuery } from '@tanstack/react-query'
import { counterDays } from '#shared/checkout/api/counter-days.ts'
import { counted } from '#shared/kernel/counts.ts'
import { ask } from '#app/platform/api/query.ts'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import styles from './counter.module.css'
import { Drawer } from './drawer.tsx'
import { Sale } from './sale.tsx'
import { Shelf } from './shelf.tsx'
import { useSale } from './use-sale.ts'

/** The counter: goods, the sale, and the drawer of the day. */
export default function Counter() {
  return <AdminPage>{() => <Desk />}</AdminPage>
}

function Desk() {
  const current = useSale()
  const { ticket } = current
  const pieces = ticket.lines.reduce((sum, { qty }) => sum + qty, 0)
  return (
    <div className={styles.desk}>
      <div className="stack-2 may-shrink">
        <Shelf ticket={ticket} />
        {pieces > 0 ? (
          <a className={styles.toSale} href="#to-sale">
            To the sale: {counted(pieces, 'piece')}
          </a>
        ) : null}
      </div>
      <div className={styles.sale} id="to-sale">
        <Sale current={current} />
      </div>
      <div className={styles.below}>
        <p className="note measure">
          The counter sells only goods of the shop. Cups of coffee and food have other rates of tax, and the
          shop has only one rate.
        </p>
        <OfToday />
      </div>
    </div>
  )
}

function OfToday() {
  const answer = useQuery(ask(counterDays.now, {}))
  if (answer.data) return <Drawer now={answer.data} />
  return answer.isError ? <LoadError error={answer.error} retry={answer.refetch} /> : null
}
