import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, type FormEvent } from 'react'
import { Link } from 'react-router'
import { MAX_TYPED_CODE, readCode } from '#shared/checkout/gift-cards.ts'
import { frequencyText } from '#shared/platform/subscriptions.ts'
import { gifts, type Gift } from '#shared/subscriptions/api/gifts.ts'
import { usePart, useRoasts } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { linkPageHeaders, useLinkToken } from '#app/platform/account-forms/link-token.ts'
import { GiftNote } from '#app/platform/orders/gift.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { deliveryDayWords } from '#shared/platform/delivery-day-words.ts'
import { ClaimForm } from './claim-form.tsx'
import { useGift, type Changing } from './use-gift.ts'
import { Deliveries, NextOfGift } from './running-gift.tsx'
import styles from './gift.module.css'

export const headers = linkPageHeaders

/**
 * The page of the receiver of a gift subscription. The link in the email has the code after `#`; on paper it is a QR code, and
 * the code can be typed.
 */
export default function GiftPage() {
  const token = useLinkToken()
  const opening = useMutation({
    mutationFn: (code: string) => call(gifts.open, { body: { code } }).then((gift) => ({ gift, code })),
  })
  const { mutate } = opening
  const linked = token ? readCode(token) : null
  useEffect(() => {
    if (linked) mutate(linked)
  }, [linked, mutate])
  const { data } = opening
  const changing = useGift(data?.code ?? '')
  const gift = changing.data?.gift ?? data?.gift
  return (
    <>
      <PageHead
        title="Your gift"
        description="Open a gift subscription: enter where the coffee should go."
        path="/gift"
      />
      {gift ? (
        <Opened gift={gift} changing={changing} />
      ) : (
        <>
          <PageTitle title="Your gift">Fresh coffee from someone who thought of you.</PageTitle>
          {opening.isPending || token === undefined ? (
            <Spinner what="Opening your gift" />
          ) : (
            <CodeForm problem={opening.error?.message} open={mutate} />
          )}
        </>
      )}
    </>
  )
}

function CodeForm({ problem, open }: { problem: string | undefined; open: (code: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    open(textOf(new FormData(event.currentTarget), 'code'))
  }
  return (
    <form onSubmit={submit} className="stack-3 measure-form">
      <noscript>
        <Alert>This page needs JavaScript. Please switch it on, or write to us with your address.</Alert>
      </noscript>
      <Field
        label="Code of the gift"
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_TYPED_CODE}
        required
        hint="It is in the email, and on the printed page."
        problem={problem}
      />
      <div>
        <Button type="submit">Open the gift</Button>
      </div>
    </form>
  )
}

function Opened({ gift, changing }: { gift: Gift; changing: Changing }) {
  const said = useRef<HTMLDivElement>(null)
  const message = changing.data?.message
  useEffect(() => {
    if (message) said.current?.focus()
  }, [message])
  const isNew = gift.firstDays.length > 0
  return (
    <>
      <PageTitle title={`Coffee from ${gift.from}`}>{`For ${gift.to}.`}</PageTitle>
      <div className={styles.page}>
        {isNew ? <What of={gift} /> : null}
        <div className={`may-shrink ${styles.now}`}>
          <div ref={said} tabIndex={-1} className={message ? 'below-4' : ''}>
            {message ? <Alert>{message}</Alert> : null}
          </div>
          <div className="stack-4">
            {gift.state === 'held' ? (
              <Alert tone="warning">This gift is on hold. Please write to us.</Alert>
            ) : gift.state === 'ended' ? (
              <Ended gift={gift} />
            ) : isNew ? (
              <ClaimForm gift={gift} changing={changing} />
            ) : (
              <NextOfGift gift={gift} changing={changing} />
            )}
            <Deliveries of={gift} />
          </div>
        </div>
        {isNew ? null : <What of={gift} />}
      </div>
    </>
  )
}

function What({ of: { note, coffee, grind, deliveries, weeks, left } }: { of: Gift }) {
  const words = deliveryDayWords(useRoasts())
  return (
    <section className={`stack-2 packed pad-3 box mat break-words ${styles.what}`} aria-labelledby="the-gift">
      <h2 id="the-gift">The gift</h2>
      {note ? <GiftNote>{note}</GiftNote> : null}
      <p>
        {deliveries} deliveries of {words.coffee}, one {frequencyText(weeks).toLowerCase()}.
      </p>
      <p className="lining">
        {coffee}
        {grind ? <span className="soft">, {grind.toLowerCase()}</span> : null}
      </p>
      <p className="lining">
        {left} of {deliveries} left. Everything is paid.
      </p>
    </section>
  )
}

function Ended({ gift: { made } }: { gift: Gift }) {
  return (
    <div className="stack-2 items-left">
      <p className="lead">
        {made.length > 0
          ? 'This was the last delivery of your gift. We hope that you liked it.'
          : 'This gift was refunded to its giver.'}
      </p>
      {usePart('subscriptions') === 'on' ? (
        <>
          <ButtonLink to="/subscribe">Keep the coffee coming</ButtonLink>
          <p>
            Or <Link to="/subscribe/gift">give a subscription</Link> to someone you like.
          </p>
        </>
      ) : null}
    </div>
  )
}
