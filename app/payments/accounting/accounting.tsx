import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { accounting } from '#shared/payments/api/accounting.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Select } from '#app/platform/ui/field.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { Accounts } from './accounts.tsx'
import { Month } from './month.tsx'

const PAGE = '/admin/books'
const STATES = { open: '', current: ', not over yet', closed: ', closed' }

/** What was booked in a month, its files for accounting software, and the button that closes it. */
export default function Accounting() {
  return (
    <AdminPage
      actions={
        <ButtonLink look="quiet" to="/admin/record?subject=accounting">
          Change log
        </ButtonLink>
      }
    >
      {() => <Months />}
    </AdminPage>
  )
}

function Months() {
  const [query, setQuery] = useSearchParams()
  const answer = useQuery(ask(accounting.months, {}))
  return (
    <AdminResource answer={answer} what="months" gone="There are no months." list={PAGE}>
      {({ months }) => {
        const month = query.get('month') ?? months[0]!.month
        const next = months.findLast(({ state }) => state === 'open')?.month
        return (
          <div className="stack-4">
            <div className="cluster">
              <label htmlFor="month">Month</label>
              <Select
                id="month"
                value={month}
                onChange={(event) => setQuery({ month: event.target.value }, { preventScrollReset: true })}
              >
                {months.map((each) => (
                  <option key={each.month} value={each.month}>
                    {formatDate(`${each.month}-01`, 'month')}
                    {STATES[each.state]}
                  </option>
                ))}
              </Select>
              {next ? (
                <ButtonLink look="quiet" to={`${PAGE}?month=${next}#files`}>
                  Next to close: {formatDate(`${next}-01`, 'month')}
                </ButtonLink>
              ) : null}
            </div>
            <Month key={month} month={month} day={query.get('day')} />
            <Accounts />
          </div>
        )
      }}
    </AdminResource>
  )
}
