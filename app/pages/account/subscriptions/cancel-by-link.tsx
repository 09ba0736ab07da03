import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useParams } from 'react-router'
import { subscribe } from '#shared/api/subscribe.ts'
import bag from '#imagery/photos/gallery_18.jpg?picture'
import { call } from '../../../api/call.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { AccountPage } from '../account-page.tsx'
import { LinkForm } from '../link-page.tsx'
import { linkPageHeaders } from '../link-token.ts'
import { ReasonFields, useReason } from './reason.tsx'
import styles from './subscription.module.css'

export const headers = linkPageHeaders

const caption = { place: 'Your coffee', notes: 'comes when you want it' }
const NO_REASON = { reason: '', note: '' } as const

/** Cancels a subscription with the link of a mail. The button does it, because mail scanners open links. */
export default function CancelByLink() {
  const { id = '' } = useParams()
  const [link, setLink] = useState('')
  const follow = async (token: string) => {
    setLink(token)
    const { message } = await call(subscribe.cancelByLink, {
      body: { subscription: id, link: token, ...NO_REASON },
    })
    return message.replace(/\.$/, '')
  }
  return (
    <AccountPage
      title="Cancel"
      subtitle="One click, and nothing is charged any more."
      picture={bag}
      caption={caption}
      allowSignedIn
    >
      {() => (
        <LinkForm
          action="Cancel the subscription"
          follow={follow}
          next={<Why id={id} link={link} />}
          renew="/shop"
        >
          <p>Deliveries that are already paid still come. To stop for a while, pause it on its own page.</p>
        </LinkForm>
      )}
    </AccountPage>
  )
}

/** Asks why, after the cancellation. Nobody has to answer. */
function Why({ id, link }: { id: string; link: string }) {
  const reason = useReason()
  const sending = useMutation({
    mutationFn: () => call(subscribe.cancelByLink, { body: { subscription: id, link, ...reason.body } }),
  })
  if (sending.isSuccess) return <p role="status">{sending.data.message}</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.isGiven && !sending.isPending) sending.mutate()
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <ReasonFields reason={reason} />
        {sending.error ? (
          <Alert tone="danger">
            <p>{sending.error.message}.</p>
          </Alert>
        ) : null}
        <Button type="submit" look="line" busy={sending.isPending} disabled={!reason.isGiven}>
          Send
        </Button>
      </form>
      <ButtonLink look="quiet" to={`/subscriptions/${id}`}>
        See your subscription
      </ButtonLink>
    </>
  )
}
