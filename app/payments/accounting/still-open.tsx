import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { StillOpen as Open } from '#shared/payments/api/accounting.ts'
import { counted } from '#shared/kernel/counts.ts'
import styles from './accounting.module.css'

/** What may still change the month, with links to the pages where it can be settled. */
export function StillOpen({ of: open }: { of: Open }) {
  const items = [
    itemOf(open.payments, `${counted(open.payments, 'payment')} that PayPal has not decided`),
    itemOf(open.refunds, `${counted(open.refunds, 'refund')} that PayPal has not completed`),
    itemOf(open.due, `${counted(open.due, 'payment')} to be refunded`),
    itemOf(open.disputes, disputesText(open)),
    itemOf(open.findings, `${counted(open.findings, 'difference')} between the shop and PayPal`),
    itemOf(open.fees, `${counted(open.fees, 'payment')} whose PayPal fee is not known yet`, null),
  ].filter((item) => item !== null)
  if (items.length === 0)
    return <p className="measure-form soft">Nothing is open: every payment and refund is settled.</p>
  return (
    <section className={styles.open} aria-labelledby="still-open">
      <h2 id="still-open">Still open</h2>
      <ul>{items}</ul>
    </section>
  )
}

/** Today and the payments check list only the disputes that wait for an answer. */
function disputesText({ disputes, disputesToAnswer }: Open): string {
  if (disputesToAnswer === disputes) return counted(disputes, 'open dispute')
  const answer =
    disputesToAnswer === 0 ? 'none waits' : `${disputesToAnswer} ${disputesToAnswer === 1 ? 'waits' : 'wait'}`
  return `${counted(disputes, 'open dispute')}, of which ${answer} for your answer`
}

function itemOf(count: number, text: string, to: string | null = '/admin/payments-check'): ReactNode {
  if (count === 0) return null
  return <li key={text}>{to === null ? text : <Link to={to}>{text}</Link>}</li>
}
