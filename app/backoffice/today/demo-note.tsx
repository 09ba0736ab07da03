import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { demo } from '#shared/backoffice/api/demo.ts'
import { ask } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { AllowedLink } from '#app/platform/admin/allowed-link.tsx'

/** Says that the figures below are invented, as long as there are invented orders. */
export function DemoNote() {
  const { data: counts } = useQuery(ask(demo.counts, {}))
  if (!counts || counts.orders === 0) return null
  return (
    <Alert>
      This is a demo: most orders, customers, reviews and messages are invented.{' '}
      <Link to="/admin/settings#demo-data">Remove them</Link> before you sell, and{' '}
      <AllowedLink to="/admin/import">move in from your old shop</AllowedLink>. To see what happens later,
      such as the next deliveries of a subscription,{' '}
      <AllowedLink to="/admin/rehearsal">move the clock of the shop</AllowedLink>.
    </Alert>
  )
}
