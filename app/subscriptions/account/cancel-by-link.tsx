import { useState } from 'react'
import { useParams } from 'react-router'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import bag from '#imagery/photos/gallery_18.jpg?picture'
import { call } from '#app/platform/api/call.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LinkPage } from '#app/platform/account-forms/link-page.tsx'
import { linkPageHeaders } from '#app/platform/account-forms/link-token.ts'
import { WhyForm } from './cancel.tsx'

export const headers = linkPageHeaders

const caption = { place: 'Your coffee', notes: 'comes when you want it' }
const NO_REASON = { reason: '', note: '' } as const

/** Cancels a subscription with the link in an email. It needs a press of the button, because mail scanners open links. */
export default function CancelByLink() {
  const { id = '' } = useParams()
  const [link, setLink] = useState('')
  const follow = async (token: string) => {
    setLink(token)
    const { message } = await call(subscriptions.cancelByLink, {
      body: { subscription: id, link: token, ...NO_REASON },
    })
    return message.replace(/\.$/, '')
  }
  return (
    <LinkPage
      title="Cancel"
      subtitle="One click, and you will not be charged again."
      picture={bag}
      caption={caption}
      action="Cancel the subscription"
      follow={follow}
      next={<Why id={id} link={link} />}
      renew="/shop"
    >
      <p>
        Deliveries that are already paid are still sent. To take a break, pause the subscription on its page.
      </p>
    </LinkPage>
  )
}

function Why({ id, link }: { id: string; link: string }) {
  return (
    <>
      <WhyForm
        send={(answer) => call(subscriptions.cancelByLink, { body: { subscription: id, link, ...answer } })}
      />
      <ButtonLink look="quiet" to={`/subscriptions/${id}`}>
        See your subscription
      </ButtonLink>
    </>
  )
}
