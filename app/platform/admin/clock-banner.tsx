import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { rehearsal } from '#shared/backoffice/api/rehearsal.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { ask } from '../api/query.ts'
import { useMayOpen } from '../session/role.ts'
import { Alert } from '../ui/alert.tsx'

const PAGE = '/admin/rehearsal'

/**
 * Says that the shop's clock is ahead. Only the clock of a test shop can be. The page that moves the clock does not
 * show this banner, because it says so itself.
 */
export function ClockBanner() {
  const isShown = useLocation().pathname !== PAGE
  const mayMove = useMayOpen(PAGE)
  const query = ask(rehearsal.clock, {})
  const { data } = useQuery({ ...query, enabled: isShown && query.enabled, staleTime: 30_000 })
  if (!isShown || !data || data.days === 0) return null
  return (
    <Alert tone="warning">
      <p>
        The shop’s clock is {counted(data.days, 'day')} ahead: in the shop it is{' '}
        {formatDate(data.now, 'weekday')}. {mayMove ? <Link to={PAGE}>Rehearsal</Link> : null}
      </p>
    </Alert>
  )
}
