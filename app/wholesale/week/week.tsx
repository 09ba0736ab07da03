import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { weekOrders, type WeekOrder } from '#shared/wholesale/api/week-orders.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { call } from '#app/platform/api/call.ts'
import { FormResult } from '#app/platform/account-forms/account-page.tsx'
import { invalidLinkMessage, linkPageHeaders } from '#app/platform/account-forms/link-token.ts'
import { useUser } from '#app/platform/session/session.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Loading, SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import { useKeptToken } from '../forms/kept-token.ts'
import { OrderTable } from '../order/order-table.tsx'
import type { SendOrder } from '../order/use-sending.ts'
import { untilText } from '../standing/texts.ts'
import styles from './week.module.css'

export const headers = linkPageHeaders

/** The order of one location with the link in the weekly mail. It needs no password. */
export default function Week() {
  return (
    <section className={`stack-3 packed ${styles.page}`}>
      <PageHead title="Your weekly order" hidden />
      <h1 className={styles.title}>Your weekly order</h1>
      <Opened />
    </section>
  )
}

function Opened() {
  const token = useKeptToken('wholesale-week')
  const isHydrated = useUser() !== undefined
  const client = useQueryClient()
  const key = ['week-orders', 'open', token]
  const answer = useQuery({
    queryKey: key,
    queryFn: () => call(weekOrders.open, { body: { token: token ?? '' } }),
    enabled: Boolean(token) && isHydrated,
    // What is typed must stay.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const [isChanging, setIsChanging] = useState(false)
  const invalid = invalidLinkMessage(token, answer.error)
  if (invalid !== null)
    return (
      <FormResult text={invalid} role="alert">
        <ButtonLink to="/wholesale/order">Sign in to order</ButtonLink>
      </FormResult>
    )
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data || !token)
    return (
      <>
        <Loading what="Loading your order" />
        <SkeletonLines count={6} height="4.2rem" />
      </>
    )
  const { ordered } = answer.data
  if (ordered && !isChanging)
    return <Done of={ordered} until={answer.data.endsAt} change={() => setIsChanging(true)} />
  const onSent = (now: WeekOrder) => {
    client.setQueryData(key, now)
    setIsChanging(false)
  }
  return <Form token={token} week={answer.data} onSent={onSent} reload={() => void answer.refetch()} />
}

type FormProps = { token: string; week: WeekOrder; onSent: (now: WeekOrder) => void; reload: () => void }

/** The table of the order, filled with what was ordered last time. */
function Form({ token, week, onSent, reload }: FormProps) {
  const { form } = week
  const sent = useRef(week)
  const send: SendOrder = async ({ payBy, lines, deliversOn, poNumber, note, total, repeatsPo }, key) => {
    if (payBy === 'now') throw new Error('This account pays when it orders, which needs a sign-in')
    const body = {
      token,
      lines,
      deliversOn,
      poNumber,
      note,
      repeatsPo,
      ...(total === undefined ? {} : { total }),
    }
    sent.current = await call(weekOrders.send, { body }, { idempotencyKey: key })
    return { _id: '', number: sent.current.ordered?.number ?? '', state: 'paid' }
  }
  return (
    <>
      <header className="stack-1">
        <h2>
          {form.company.name}, {form.location.name}
        </h2>
        <p className="lining">
          {form.last && !form.changes ? 'What you ordered last time. ' : ''}You can order and change it{' '}
          {untilText(week.endsAt)}.
        </p>
      </header>
      <OrderTable
        form={form}
        {...(form.last && !form.changes ? { first: form.last.lines } : {})}
        send={send}
        onSent={() => onSent(sent.current)}
        reload={reload}
      />
    </>
  )
}

function Done({
  of,
  until,
  change,
}: {
  of: NonNullable<WeekOrder['ordered']>
  until: string
  change: () => void
}) {
  return (
    <FormResult text={`Thank you. We have your order No. ${of.number}.`}>
      <ul className="packed stack-1">
        {of.lines.map(({ name, qty }) => (
          <li key={name}>
            {qty} × {name}
          </li>
        ))}
      </ul>
      <p>
        <strong>{formatDollars(of.total)}</strong>, on {formatDate(of.deliversOn, 'weekday')}.{' '}
        {of.canChange ? `You can change it ${untilText(until)}.` : ''} You get an email with it.
      </p>
      {of.canChange ? (
        <Button look="line" onClick={change}>
          Change it
        </Button>
      ) : null}
    </FormResult>
  )
}
