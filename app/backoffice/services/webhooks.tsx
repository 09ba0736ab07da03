/** The webhooks of a service: those of the account, and one press that makes or corrects that of this shop. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  serviceWebhooks,
  type Notifying,
  type ServiceWebhooks,
} from '#shared/backoffice/api/service-webhooks.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { SERVICE_NAMES } from '#app/platform/admin/service-names.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

/** Read only when it is opened, because each reading is a call to the service. */
export function Webhooks({ of: service }: { of: Notifying }) {
  const client = useQueryClient()
  const query = ask(serviceWebhooks.list, { params: { service } })
  const answer = useQuery({ ...query, retry: false })
  const change = useMutation({
    mutationFn: (run: () => Promise<ServiceWebhooks>) => run(),
    onMutate: () => toast.dropErrors(),
    onSuccess: (now) => {
      client.setQueryData(query.queryKey, now)
      toast.success(STATES[now.state](SERVICE_NAMES[service].by))
      return refresh(client, 'services', 'setup')
    },
    onError: (error) => toast.error(error.message),
  })
  const { by } = SERVICE_NAMES[service]
  if (answer.isPending) return <p role="status">Asking {by}…</p>
  if (!answer.data)
    return (
      <div className="stack-1">
        <p role="alert">{answer.error.message}</p>
        <p>
          <Button look="line" busy={answer.isFetching} onClick={() => void answer.refetch()}>
            Ask again
          </Button>
        </p>
      </div>
    )
  const set = () => change.mutate(() => call(serviceWebhooks.set, { params: { service } }))
  const remove = (hook: string) =>
    change.mutate(() => call(serviceWebhooks.remove, { params: { service, hook } }))
  return (
    <div className="stack-2">
      <p>{STATES[answer.data.state](by)}</p>
      <Addresses of={answer.data} by={by} />
      {answer.data.state === 'ready' || answer.data.address === null ? null : (
        <p>
          <Button busy={change.isPending} onClick={set}>
            {PRESS[answer.data.state]}
          </Button>
        </p>
      )}
      <List of={answer.data} by={by} isBusy={change.isPending} remove={remove} />
    </div>
  )
}

const STATES: Record<ServiceWebhooks['state'], (by: string) => string> = {
  ready: (by) => `${by} sends its news to this shop.`,
  missing: (by) => `${by} has no webhook for this shop yet, so the shop asks from time to time.`,
  elsewhere: (by) => `${by} sends the news of this shop to another address.`,
  incomplete: (by) => `${by} sends only a part of its news to this shop.`,
}

const PRESS = {
  missing: 'Make the webhook',
  elsewhere: 'Move the webhook to this shop',
  incomplete: 'Add the missing events',
}

function Addresses({ of: { address, toSet }, by }: { of: ServiceWebhooks; by: string }) {
  return (
    <>
      {address === null ? (
        <p>
          {by} sends news only to a public https address, and this shop has none yet. Set it up first, with{' '}
          <code>PUBLIC_ORIGIN</code>.
        </p>
      ) : (
        <p className="break-words">
          The address of this shop: <code>{address}</code>
        </p>
      )}
      {toSet === null ? null : (
        <p>
          The credentials of {by} are set where the shop is installed, so its webhook is too. Set{' '}
          <code className="break-words">{toSet}</code> there.
        </p>
      )}
    </>
  )
}

function List({
  of: { webhooks },
  by,
  isBusy,
  remove,
}: {
  of: ServiceWebhooks
  by: string
  isBusy: boolean
  remove: (id: string) => void
}) {
  if (webhooks.length === 0) return null
  return (
    <ul className="stack-1" aria-label={`Webhooks at ${by}`}>
      {webhooks.map(({ id, url, isOurs, isComplete }) => (
        <li key={id} className="row-1-2 align-baseline apart">
          <span className="may-shrink break-words">
            {url}{' '}
            <span className="soft">
              {[
                isOurs ? 'this shop' : 'another shop or program',
                isComplete || !isOurs ? '' : 'some events are missing',
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </span>
          {isOurs ? null : (
            <Button
              look="quiet"
              aria-disabled={isBusy}
              aria-label={`Remove the webhook ${url}`}
              onClick={() => {
                if (isBusy || !window.confirm(`Remove this webhook at ${by}?\n\n${url}`)) return
                remove(id)
              }}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
