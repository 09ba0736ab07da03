import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { quietAccounts, type QuietAccount } from '#shared/wholesale/api/quiet-accounts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import { accountPath } from '../paths.ts'
import styles from '../../standing/standing.module.css'

/** Accounts that have not ordered for 1.5 times their rhythm. */
export default function QuietAccounts() {
  return (
    <AdminPage title="Gone quiet">
      {() => (
        <div className="stack-3 measure-wide">
          <p>
            An account is listed when 1.5 times the usual time between its orders has passed. Accounts with a
            standing order are left out.
          </p>
          <List />
        </div>
      )}
    </AdminPage>
  )
}

function List() {
  const answer = useQuery(ask(quietAccounts.list, {}))
  if (!answer.data) return <NotLoaded of={answer} what="the accounts" lines={4} />
  const { accounts } = answer.data
  if (accounts.length === 0) return <p role="status">No account has gone quiet.</p>
  return (
    <ul className={styles.dates}>
      {accounts.map((account) => (
        <Row key={account._id} of={account} />
      ))}
    </ul>
  )
}

function Row({ of: { _id: id, name, phone, lastOn, everyDays } }: { of: QuietAccount }) {
  const seen = useChange(async () => {
    await call(quietAccounts.seen, { params: { id }, body: { lastOn } })
    return { message: `${name} is off the list until its next order.` }
  }, 'quiet-accounts')
  return (
    <li className={styles.date}>
      <div className="may-shrink">
        <p>
          <Link to={accountPath(id)}>{name}</Link>
        </p>
        <p className="small soft lining">
          Last ordered {formatDate(lastOn, 'day')}, usually every {Math.round(everyDays)} days
          {phone ? `. ${phone}` : ''}
        </p>
      </div>
      <Button look="quiet" busy={seen.isPending} aria-label={`Done: ${name}`} onClick={() => seen.mutate()}>
        Done
      </Button>
    </li>
  )
}
