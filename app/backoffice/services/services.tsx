import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { capitalized } from '#shared/kernel/counts.ts'
import { adminHome, type ServiceState } from '#shared/backoffice/api/admin.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { goingLive } from '#shared/backoffice/api/going-live.ts'
import type { Notifying } from '#shared/backoffice/api/service-webhooks.ts'
import { services as contract, type Connection as Saved } from '#shared/backoffice/api/services.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { PROVIDER_NAMES } from '#shared/platform/services.ts'
import { roleOfUser } from '#shared/people/api/users.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Link } from 'react-router'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { usePlaceInPage } from '#app/platform/admin/desk/place-in-page.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { SERVICE_NAMES } from '#app/platform/admin/service-names.ts'
import { Connection } from './connection.tsx'
import { Copying } from './copying.tsx'
import { GoingLive } from './going-live.tsx'
import styles from './services.module.css'
import { Webhooks } from './webhooks.tsx'

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
    ({ state, newsAt, alsoFailing = [] }) =>
      state === 'failing' || newsAt !== undefined || alsoFailing.length > 0,
  )
  if (failing.length === 0) return null
  return (
    <Alert tone="danger">
      {failing.map(({ service, state, since, problem, newsAt, alsoFailing = [] }) => (
        <p key={service}>
          <strong>{SERVICE_NAMES[service].name}</strong> ({SERVICE_NAMES[service].by}){' '}
          {state === 'failing'
            ? `${VERBS[service]} failing since ${formatDate(since!, 'shortDayAndTime')}${problem ? `: ${problem}` : ''}. ${SERVICE_NAMES[service].outage}`
            : alsoFailing.length > 0
              ? `${VERBS[service]} failing in part: ${alsoFailing.map(({ calls }) => CALLS[calls]).join(', ')}. The shop tries again by itself.`
              : `sends its news to ${newsAt}, which is not the address of this shop any more. Move the webhook.`}{' '}
          <Link to={`/admin/services#${service}`}>
            {state === 'failing' || alsoFailing.length > 0 ? 'Test the connection' : 'Move it'}
          </Link>
        </p>
      ))}
    </Alert>
  )
}

const VERBS = { payments: 'are', shipping: 'is', mail: 'is', maps: 'is', storage: 'are' }

/** The services that the shop depends on: the result of the last call of each, and for owners how it is connected. */
export default function Services() {
  usePlaceInPage()
  return <AdminPage>{(user) => <List isOwner={roleOfUser(user) === 'owner'} />}</AdminPage>
}

function List({ isOwner }: { isOwner: boolean }) {
  const answer = useQuery({ ...ask(adminHome.services, {}), refetchInterval: MINUTE })
  const connected = useQuery({
    ...ask(contract.list, {}),
    enabled: isOwner,
    refetchInterval: ({ state }) => (state.data?.connections.some(isCopying) ? 2 * SECOND : false),
  })
  useRefreshAfter(connected.data?.connections.some(isCopying) ?? false)
  if (answer.isPending || (isOwner && connected.isPending)) return <AdminLoading what="services" />
  if (!answer.data) return <LoadError error={answer.error} retry={answer.refetch} />
  return (
    <div className="stack-6">
      {connected.data ? <Key of={connected.data.key} /> : null}
      <ul className={styles.services} aria-label="Services">
        {answer.data.map((service) => (
          <Service
            key={service.service}
            of={service}
            connection={connected.data?.connections.find((each) => each.service === service.service)}
          />
        ))}
      </ul>
      {isOwner && connected.isError ? <LoadError error={connected.error} retry={connected.refetch} /> : null}
      {isOwner ? <GoingLive /> : null}
    </div>
  )
}

const SECOND = 1000
const MINUTE = 60_000

const isCopying = ({ pictures }: Saved) => (pictures?.copy ?? null) !== null

/** Reads what says that pictures are being copied again, when the copying has ended. */
function useRefreshAfter(copying: boolean): void {
  const client = useQueryClient()
  useEffect(() => (copying ? () => void refresh(client, 'desk', 'setup') : undefined), [copying, client])
}

/** Where the key is with which credentials are encrypted, if the owner has to do something about it. */
function Key({ of: { source, isLost } }: { of: Reply<typeof contract.list>['key'] }) {
  if (source === 'none')
    return (
      <Alert tone="warning">
        <p>
          Before you can save credentials here, set <code>SECRETS_KEY</code> where the shop is installed: at
          least 32 random characters, the same for all servers of the shop.
        </p>
      </Alert>
    )
  if (isLost)
    return (
      <Alert tone="danger">
        <p>
          Some saved credentials cannot be read, because their key is missing. Set <code>SECRETS_KEY</code> as
          it was, or enter these credentials again.
        </p>
      </Alert>
    )
  if (source === 'environment') return null
  return (
    <p className="note measure-wide">
      Keep a copy of the key of these credentials, because no backup contains it: without it, you enter them
      again after a restore on another machine. It is in the file <code>secrets.key</code> of the data folder.
      On the other machine, set it as <code>SECRETS_KEY</code>.
    </p>
  )
}

function Service({ of: it, connection }: { of: ServiceState; connection: Saved | undefined }) {
  const { name, by } = SERVICE_NAMES[it.service]
  const { test, isPending } = useTest(it.service)
  const isWebhooked = (it.service === 'payments' || it.service === 'shipping') && isAccount(it.mode)
  return (
    <li data-state={it.state} id={it.service}>
      <h2 className={styles.name} tabIndex={-1}>
        {name} <span>{by}</span>
      </h2>
      <span className={`self-left box ${styles.mode}`} data-mode={it.mode}>
        {it.mode === 'live' && connection?.pictures ? PLACES[connection.pictures.place] : MODES[it.mode]}
      </span>
      <div className={`may-shrink break-words ${styles.state}`}>
        <p>
          {it.mode === 'sandbox' || it.mode === 'test' ? (
            <>{sentenceOf(SERVICE_NAMES[it.service].sandbox)} </>
          ) : null}
          {it.mode === 'none' && it.service === 'payments'
            ? 'Buyers cannot pay until it is connected. '
            : null}
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
      {connection ? (
        <div className={styles.parts}>
          {connection.pictures?.copy ? (
            <Copying of={connection.pictures.copy} version={connection.version} />
          ) : null}
          <Disclosure
            summary={`${isConnected(it, connection) ? 'Connection to' : 'Connect'} ${PROVIDER_NAMES[connection.service]}`}
          >
            <Connection of={connection} />
          </Disclosure>
          {isWebhooked ? <News of={it.service as Notifying} by={by} /> : null}
        </div>
      ) : null}
    </li>
  )
}

/**
 * The webhooks, which are asked for only when they are shown. Those of PayPal are open while the shop has none, because it
 * misses disputes without one.
 */
function News({ of: service, by }: { of: Notifying; by: string }) {
  const goals = useQuery(ask(goingLive.list, {})).data?.items ?? []
  const isMissing =
    service === 'payments' && goals.some(({ item, isDone }) => item === 'paymentNews' && !isDone)
  const [isShown, setShown] = useState(isMissing)
  // It stays open when the webhook is made.
  const [wasMissing, setMissing] = useState(isMissing)
  if (isMissing && !wasMissing) setMissing(true)
  return (
    <Disclosure
      summary={`News from ${by}`}
      open={wasMissing}
      onToggle={({ currentTarget }) => currentTarget.open && setShown(true)}
    >
      {isShown ? <Webhooks of={service} /> : null}
    </Disclosure>
  )
}

const MODES: Record<ServiceState['mode'], string> = {
  live: 'Live',
  test: 'Test account',
  sandbox: 'Sandbox',
  none: 'Not connected',
}

/** Where the pictures are. */
const PLACES = { folder: 'Data folder', bucket: 'Bucket' }

/** Without a bucket, pictures work, too. */
function isConnected({ service, mode }: ServiceState, { source }: Saved): boolean {
  return service === 'storage' ? source !== 'none' : isAccount(mode)
}

/** Whether the shop has an account at the service. */
function isAccount(mode: ServiceState['mode']): boolean {
  return mode === 'live' || mode === 'test'
}

type Shown = Pick<ServiceState, 'state' | 'at' | 'since' | 'problem' | 'nextTryAt'>

function State({ of: { state, at, since, problem, nextTryAt } }: { of: Shown }) {
  if (state === 'untried' || at === null || since === null)
    return 'Not checked yet. The first use checks it, or press the button.'
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
