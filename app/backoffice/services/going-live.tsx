/** What is missing before the shop takes real orders. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  goingLive,
  MARKED_ITEMS,
  type GoingLive as List,
  type GoingLiveItem,
  type MarkedItem,
} from '#shared/backoffice/api/going-live.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import checklist from '#app/platform/admin/checklist.module.css'
import { Button } from '#app/platform/ui/button.tsx'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

type Text = { title: string; why: string; to: string }

const ITEMS: Record<GoingLiveItem, Text> = {
  address: {
    title: 'A domain with https',
    why: 'Buyers and the services reach the shop there',
    to: '/admin/guide',
  },
  mail: { title: 'Mail', why: 'Buyers get confirmations, and you get messages', to: '#mail' },
  maps: { title: 'Address search', why: 'Without it, buyers type their whole address', to: '#maps' },
  shipping: { title: 'Shipping', why: 'Real prices and labels', to: '#shipping' },
  parcelNews: { title: 'News of parcels', why: 'A webhook tells at once what happened', to: '#shipping' },
  payments: { title: 'Payments', why: 'Until then no money moves', to: '#payments' },
  paymentNews: { title: 'News of payments', why: 'A webhook tells of refunds and disputes', to: '#payments' },
  storage: {
    title: 'A place for pictures',
    why: 'The data folder, or a bucket if several servers share the shop',
    to: '#storage',
  },
  demo: { title: 'No invented data', why: 'Remove the demo', to: '/admin/setup' },
  clock: { title: 'The real time', why: 'A practice run has moved the clock', to: '/admin/rehearsal' },
  policies: { title: 'You have read your policies', why: 'You publish them as your own', to: '/admin/pages' },
  backup: {
    title: 'Backups are made every night',
    why: 'To another disk, and one was restored once',
    to: '/admin/guide',
  },
  purchase: {
    title: 'You bought something yourself',
    why: 'The cheapest thing: pay, read the mails, refund it',
    to: '/admin/orderlist',
  },
}

export function GoingLive() {
  const client = useQueryClient()
  const query = ask(goingLive.list, {})
  const answer = useQuery(query)
  const mark = useMutation({
    mutationFn: (body: { item: MarkedItem; isDone: boolean }) => call(goingLive.mark, { body }),
    onMutate: () => toast.dropErrors(),
    onSuccess: (now) => client.setQueryData(query.queryKey, now),
    onError: (error) => toast.error(error.message),
  })
  return (
    <section className="stack-3 measure-wide" aria-labelledby="going-live">
      <h2 id="going-live">Going live</h2>
      {answer.data ? (
        <>
          <p>{summaryOf(answer.data)}</p>
          <ol className={`grid rule ${checklist.items}`}>
            {answer.data.items.map((each) => (
              <Item key={each.item} of={each} isBusy={mark.isPending} mark={mark.mutate} />
            ))}
          </ol>
        </>
      ) : (
        <NotLoaded of={answer} what="the list" lines={6} />
      )}
    </section>
  )
}

function summaryOf({ items }: List): string {
  const done = items.filter(({ isDone }) => isDone).length
  if (done === items.length) return 'Everything is done. New orders are real: real money, parcels and mails.'
  return `${done} of ${items.length} done. The shop checks most of them itself; mark the others when they are done.`
}

function Item({
  of: { item, isDone, note, marked },
  isBusy,
  mark,
}: {
  of: List['items'][number]
  isBusy: boolean
  mark: (body: { item: MarkedItem; isDone: boolean }) => void
}) {
  const { title, why, to } = ITEMS[item]
  const own = MARKED_ITEMS.find((each) => each === item)
  const about = marked
    ? `${marked.by}, ${formatDate(marked.at, 'day')}`
    : isDone
      ? ''
      : [note, why].filter(Boolean).join('. ')
  return (
    <li data-state={isDone ? 'done' : 'open'}>
      <span className={checklist.state}>{isDone ? 'Done' : 'To do'}</span>
      <div className={checklist.text}>
        <Link to={to}>{title}</Link>
        {about ? <p>{about}</p> : null}
      </div>
      {own ? (
        <Button
          look="quiet"
          aria-disabled={isBusy}
          aria-label={`${isDone ? 'Open again' : 'Mark as done'}: ${title}`}
          onClick={() => mark({ item: own, isDone: !isDone })}
        >
          {isDone ? 'Open again' : 'Mark as done'}
        </Button>
      ) : null}
    </li>
  )
}
