import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { capitalized } from '#shared/kernel/counts.ts'
import { adminHome, type ServiceState } from '#shared/backoffice/api/admin.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Link } from 'react-router'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { SERVICE_NAMES } from '#app/platform/admin/service-names.ts'
import styles from './services.module.css'

type SideCalls = NonNullable<ServiceState['alsoFailing']>[number]['calls']

/** The names of calls that can fail while the rest of their service works. */
const CALLS: Record<SideCalls, string> = {
  refunds: 'Refunds',
  disputes: 'Reading disputes',
  movements: 'Reading the list of payments',
  trackingNumbers: 'Sending tracking numbers to PayPal',
  webhooks: 'Checking webhooks',
  appleDomain: 'Apple Pay’s domain file',
  addresses: 'Checking addresses',
  labels: 'Buying and voiding labels',
  labelFiles: 'Downloading labels',
  parcels: 'Tracking parcels',
  mapViews: 'Maps and places near a point',
  mapReports: 'Reporting wrong addresses',
  storageReads: 'Reading pictures',
}

/** Says at the top of Today which services fail, what that means, and what to do. Nothing while all of them work. */
export function Outages({ of: services }: { of: ServiceState[] }) {
  const failing = services.filter(
    ({ state, alsoFailing = [] }) => state === 'failing' || alsoFailing.length > 0,
  )
  if (failing.length === 0) return null
  return (
    <Alert tone="danger">
      {failing.map(({ service, state, since, problem, alsoFailing = [] }) => (
        <p key={service}>
          <strong>{SERVICE_NAMES[service].name}</strong> ({SERVICE_NAMES[service].by}){' '}
          {state === 'failing'
            ? `${VERBS[service]} failing since ${formatDate(since!, 'shortDayAndTime')}${problem ? `: ${problem}` : ''}. ${SERVICE_NAMES[service].outage}`
            : `${VERBS[service]} failing in part: ${alsoFailing.map(({ calls }) => CALLS[calls]).join(', ')}. The shop tries again by itself.`}{' '}
          <Link to="/admin/services">Test the connection</Link>
        </p>
      ))}
    </Alert>
  )
}

const VERBS = { payments: 'are', shipping: 'is', mail: 'is', maps: 'is', storage: 'are' }

/** The services that the shop depends on, each with the result of its last call. */
export default function Services() {
  return <AdminPage>{() => <List />}</AdminPage>
}

function List() {
  const answer = useQuery({ ...ask(adminHome.services, {}), refetchInterval: MINUTE })
  if (answer.isPending) return <AdminLoading what="services" />
  if (!answer.data) return <LoadError error={answer.error} retry={answer.refetch} />
  return (
    <ul className={styles.services} aria-label="Services">
      {answer.data.map((service) => (
        <Service key={service.service} of={service} />
      ))}
    </ul>
  )
}

const MINUTE = 60_000

function Service({ of: it }: { of: ServiceState }) {
  const { name, by } = SERVICE_NAMES[it.service]
  const { test, isPending } = useTest(it.service)
  return (
    <li data-state={it.state}>
      <span className={styles.name}>
        {name} <span>{by}</span>
      </span>
      <span className={`self-left box ${styles.mode}`} data-mode={it.mode}>
        {it.mode === 'live' ? 'Live' : it.mode === 'test' ? 'Test account' : 'Sandbox'}
      </span>
      <div className={`may-shrink break-words ${styles.state}`}>
        <p>
          {it.mode === 'live' ? null : <>{sentenceOf(SERVICE_NAMES[it.service].sandbox)} </>}
          <State of={it} />
        </p>
        {(it.alsoFailing ?? []).map((part) => (
          <p key={part.calls}>
            {CALLS[part.calls]}: <State of={{ ...part, state: 'failing' }} />
          </p>
        ))}
      </div>
      <Button look="line" busy={isPending} onClick={test} aria-label={`Test connection: ${name}`}>
        Test connection
      </Button>
    </li>
  )
}

type Shown = Pick<ServiceState, 'state' | 'at' | 'since' | 'problem' | 'nextTryAt'>

function State({ of: { state, at, since, problem, nextTryAt } }: { of: Shown }) {
  if (state === 'untried' || at === null || since === null) return 'Not used since the server started.'
  if (state === 'working') return `Answered at ${formatDate(at, 'time')}.`
  return (
    <>
      <strong>Failing since {formatDate(since, 'shortDayAndTime')}.</strong> {problem}
      {nextTryAt ? <> Next try at {formatDate(nextTryAt, 'timeWithSeconds')}.</> : null}
    </>
  )
}

/** What a successful test did, so that the admin can verify it. */
const TEST_EFFECTS: Partial<Record<ServiceState['service'], string>> = {
  mail: '; a test email was sent to you',
}

function useTest(service: ServiceState['service']) {
  const client = useQueryClient()
  const { name } = SERVICE_NAMES[service]
  const testing = useMutation({
    mutationFn: () => call(adminHome.test, { params: { service } }),
    onSuccess: (found) => {
      client.setQueryData<Reply<typeof adminHome.services>>(ask(adminHome.services, {}).queryKey, (cached) =>
        cached?.map((each) => (each.service === service ? found : each)),
      )
      const problem = found.state === 'working' ? found.alsoFailing?.[0]?.problem : found.problem
      if (problem === undefined) toast.success(`${name}: the connection works${TEST_EFFECTS[service] ?? ''}`)
      else toast.error(`${name}: ${problem}`)
    },
    onError: (error) => toast.error(error.message),
  })
  return { test: () => testing.mutate(), isPending: testing.isPending }
}

function sentenceOf(text: string): string {
  return `${capitalized(text)}.`
}
