import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, plural } from '#shared/kernel/counts.ts'
import {
  paymentsCheck as contract,
  type PaymentsCheck,
  type Comparison,
} from '#shared/payments/api/payments-check.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Select } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage, AdminLoading } from '#app/platform/admin/admin-page.tsx'
import { FindingItem } from './finding.tsx'
import styles from './payments-check.module.css'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'

const DAYS = [7, 30, 90]

/** The payments check: differences between PayPal, orders and stock, and the actions that resolve them. */
export default function Money() {
  return <AdminPage>{() => <Latest />}</AdminPage>
}

function Latest() {
  const answer = useQuery(ask(contract.books, {}))
  if (answer.data) return <Compared books={answer.data} />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  return <AdminLoading what="comparison" />
}

function Compared({ books: { comparison, findings, seen } }: { books: PaymentsCheck }) {
  return (
    <div className="stack-3">
      <CompareNow last={comparison} />
      {comparison?.problem ? (
        <Alert tone="danger">
          The last comparison failed. {comparison.problem}. The findings below are from an earlier comparison.
        </Alert>
      ) : null}
      {comparison?.disputesProblem ? (
        <Alert tone="danger">
          The payments were compared, but the disputes could not be read. {comparison.disputesProblem}. The
          shop tries again within an hour.
        </Alert>
      ) : null}
      <Result comparison={comparison} findingCount={findings.length} />
      {findings.length > 0 ? (
        <ul className={`stack-2 ${styles.findings}`} aria-label="Findings">
          {findings.map((finding) => (
            <FindingItem key={finding._id} of={finding} />
          ))}
        </ul>
      ) : null}
      {comparison ? <Scope of={comparison} /> : null}
      {seen.length > 0 ? (
        <details className={styles.seen}>
          <summary>{counted(seen.length, 'finding')} seen and noted</summary>
          <ul className={`stack-2 ${styles.findings}`} aria-label="Seen and noted">
            {seen.map((finding) => (
              <FindingItem key={finding._id} of={finding} />
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}

function Result({ comparison, findingCount }: { comparison: Comparison | null; findingCount: number }) {
  if (findingCount > 0) return <h2 className={styles.result}>{counted(findingCount, 'thing')} to check</h2>
  if (!comparison || (comparison.problem && comparison.payments === 0))
    return <p className={styles.result}>Nothing has been compared yet. The shop compares once a day.</p>
  const { payments, total } = comparison
  return (
    <p className={styles.result}>
      Everything agrees: {counted(payments, 'payment')}, {formatDollars(total)}
    </p>
  )
}

/** What was compared, and what could not be compared. */
function Scope({ of: { at, days, listed, foreign, read, unread, disputes } }: { of: Comparison }) {
  return (
    <p className="measure-form soft">
      Compared on {formatDate(at, 'shortDayAndTime')}: the last {counted(days, 'day')},{' '}
      {counted(read, 'payment')} read one by one at PayPal, and every product’s count.{' '}
      {unread
        ? `PayPal did not show ${counted(unread, 'more payment')}; their last known state is used. `
        : ''}
      {listed
        ? `PayPal’s own list was read too. It shows payments up to three hours late.${foreign > 0 ? ` ${counted(foreign, 'payment')} on it ${plural(foreign, 'belongs', 'belong')} to no order of this shop.` : ''}`
        : 'PayPal does not allow these credentials to read its own list, so payments that were not made in this shop are not found. You can allow Transaction Search in the app’s settings at PayPal.'}
      {disputes
        ? ''
        : ' PayPal does not allow these credentials to read disputes, so no disputes are shown here. You can allow Disputes in the app’s settings at PayPal.'}
    </p>
  )
}

function CompareNow({ last }: { last: Comparison | null }) {
  const client = useQueryClient()
  const [days, setDays] = useState(last && DAYS.includes(last.days) ? last.days : 30)
  const comparing = useMutation({
    mutationFn: () => call(contract.compare, { body: { days } }),
    onSuccess: (books) => {
      client.setQueryData(ask(contract.books, {}).queryKey, books)
      void refresh(client, 'desk')
      if (books.comparison?.problem) toast.error(books.comparison.problem)
      else toast.success('Compared with PayPal')
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <div className={`cluster ${styles.now}`}>
      <label htmlFor="days">Look back</label>
      <Select id="days" value={days} onChange={(event) => setDays(Number(event.target.value))}>
        {DAYS.map((each) => (
          <option key={each} value={each}>
            {each} days
          </option>
        ))}
      </Select>
      <Button busy={comparing.isPending} onClick={() => comparing.mutate()}>
        Compare now
      </Button>
    </div>
  )
}
