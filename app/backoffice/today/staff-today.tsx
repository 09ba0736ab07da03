import { useQuery } from '@tanstack/react-query'
import { adminHome } from '#shared/backoffice/api/admin.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { ask } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { AdminLoading } from '#app/platform/admin/admin-page.tsx'
import { Todo } from './todo.tsx'
import styles from './today.module.css'

/** The home page of staff who are not admins: the open tasks of their role. Fetched again every minute. */
export function StaffToday() {
  const answer = useQuery({ ...ask(adminHome.work, {}), refetchInterval: 60_000 })
  if (answer.data) {
    const { at, day, todo } = answer.data
    return (
      <div className={`stack-4 ${styles.today}`}>
        <p className={styles.when}>
          {formatDate(day, 'weekday')} <span>as of {formatDate(at, 'time')}</span>
        </p>
        <Todo of={todo} now={at} />
      </div>
    )
  }
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  return <AdminLoading what="tasks" />
}
