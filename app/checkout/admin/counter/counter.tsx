import { useQuery } from '@tanstack/react-query'
import { counterDays } from '#shared/checkout/api/counter-days.ts'
import { ask } from '#app/platform/api/query.ts'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Drawer } from './drawer.tsx'

/** The counter: the drawer of the day. */
export default function Counter() {
  return <AdminPage>{() => <OfToday />}</AdminPage>
}

function OfToday() {
  const answer = useQuery(ask(counterDays.now, {}))
  if (answer.data) return <Drawer now={answer.data} />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  return <AdminLoading what="counter" />
}
