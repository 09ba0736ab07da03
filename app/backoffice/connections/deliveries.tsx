import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DELIVERY_STATES, webhooks, type Delivery, type Webhook } from '#shared/backoffice/api/webhooks.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { counted } from '#shared/kernel/counts.ts'
import { AdminLoading } from '#app/platform/admin/admin-page.tsx'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import styles from './connections.module.css'

const SOON = 5000
const STATE_NAMES = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' }

/** What was sent to a webhook, with the bodies. */
export function Deliveries({ of: { _id: id, isOn, failed } }: { of: Webhook }) {
  const [state, setState] = useState<Delivery['state'] | ''>('')
  const [pageNumber, setPage] = useState(1)
  const query = { pageNumber, ...(state === '' ? {} : { state }) }
  const answer = useQuery({ ...ask(webhooks.deliveries, { params: { id }, query }), refetchInterval: SOON })
  const test = useChange(() => call(webhooks.test, { params: { id } }), 'webhooks')
  const resend = useChange(() => call(webhooks.resendFailed, { params: { id } }), 'webhooks')
  return (
    <section className="stack-3" aria-labelledby="sent">
      <h2 id="sent">Sent in the last 30 days</h2>
      <div className="row-2 align-bottom">
        <SelectField
          label="Show"
          unmarked
          value={state}
          onChange={({ target }) => {
            setState(target.value as Delivery['state'] | '')
            setPage(1)
          }}
        >
          <option value="">All events</option>
          {DELIVERY_STATES.map((each) => (
            <option key={each} value={each}>
              {STATE_NAMES[each]}
            </option>
          ))}
        </SelectField>
        <Button look="line" busy={test.isPending} aria-disabled={!isOn} onClick={() => test.mutate()}>
          Send a test event
        </Button>
        {failed > 0 && isOn ? (
          <Button look="line" busy={resend.isPending} onClick={() => resend.mutate()}>
            Send all failed again
          </Button>
        ) : null}
      </div>
      {answer.isError && !answer.data ? (
        <LoadError error={answer.error} retry={answer.refetch} />
      ) : !answer.data ? (
        <AdminLoading what="log" />
      ) : (
        <>
          <Log of={answer.data.deliveries} webhook={id} isOn={isOn} />
          <Pages page={pageNumber} pages={answer.data.pages} go={setPage} />
        </>
      )}
    </section>
  )
}

function Pages({ page, pages, go }: { page: number; pages: number; go: (page: number) => void }) {
  if (pages <= 1) return null
  return (
    <div className="row-0-3 align-middle">
      <Button look="quiet" aria-disabled={page === 1} onClick={() => go(page - 1)}>
        Newer
      </Button>
      <span>
        Page {page} of {pages}
      </span>
      <Button look="quiet" aria-disabled={page >= pages} onClick={() => go(page + 1)}>
        Older
      </Button>
    </div>
  )
}

function Log({ of: deliveries, webhook, isOn }: { of: Delivery[]; webhook: string; isOn: boolean }) {
  if (deliveries.length === 0) return <p className="soft">Nothing was sent.</p>
  return (
    <ul className={`stack-2 ${styles.log}`} aria-label="Events">
      {deliveries.map((delivery) => (
        <Entry key={delivery._id} of={delivery} webhook={webhook} isOn={isOn} />
      ))}
    </ul>
  )
}

function Entry({ of, webhook, isOn }: { of: Delivery; webhook: string; isOn: boolean }) {
  const { _id, type, occurredAt, state, body } = of
  const resend = useChange(
    () => call(webhooks.resend, { params: { id: webhook, deliveryId: _id } }),
    'webhooks',
  )
  const press = state === 'waiting' ? 'Send now' : 'Send again'
  return (
    <li className="stack-1 rule-soft pad-y-2">
      <div className="row-0-3 align-middle apart">
        <span>
          <strong>{type}</strong> <span className="soft">{formatDate(occurredAt, 'dayAndTime')}</span>
        </span>
        <Button
          look="quiet"
          busy={resend.isPending}
          aria-disabled={!isOn}
          aria-label={`${press}: ${type} of ${formatDate(occurredAt, 'dayAndTime')}`}
          onClick={() => resend.mutate()}
        >
          {press}
        </Button>
      </div>
      <p>{outcomeOf(of)}</p>
      <Disclosure summary="Body">
        <pre className={`small pre-wrap break-words ${styles.body}`}>{indented(body)}</pre>
      </Disclosure>
    </li>
  )
}

/** The state of an event in words: 'Waiting. It answered with the status 500, after 2 attempts. Next at …'. */
function outcomeOf({ state, attempts, problem, status, nextAt, triedAt }: Delivery): string {
  const tried = triedAt ? ` ${formatDate(triedAt, 'dayAndTime')}` : ''
  if (state === 'delivered') return `Delivered${tried}, with the answer ${status}.`
  const why = problem === '' ? '' : ` ${problem}, after ${counted(attempts, 'attempt')}.`
  if (state === 'failed') return `Failed.${why}`
  return `Waiting.${why}${nextAt && attempts > 0 ? ` Next attempt ${formatDate(nextAt, 'dayAndTime')}.` : ''}`
}

function indented(body: string): string {
  return body === '' ? '' : JSON.stringify(JSON.parse(body), null, 2)
}
