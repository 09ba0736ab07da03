import { useParams } from 'react-router'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import bag from '#imagery/photos/gallery_18.jpg?picture'
import { call } from '#app/platform/api/call.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LinkPage } from '#app/platform/account-forms/link-page.tsx'
import { linkPageHeaders } from '#app/platform/account-forms/link-token.ts'

export const headers = linkPageHeaders

const caption = { place: 'Your coffee', notes: 'comes when you want it' }

/** Skips one delivery with the link in an email. It needs a press of the button, because mail scanners open links. */
export default function SkipByLink() {
  const { id = '' } = useParams()
  /** @param token the number of the delivery, a dot, and the signed token */
  const follow = async (token: string) => {
    const dot = token.indexOf('.')
    const number = Number(token.slice(0, dot)) || 1
    const body = { subscription: id, number, link: token.slice(dot + 1) }
    const { message } = await call(subscriptions.skipByLink, { body })
    return message.replace(/\.$/, '')
  }
  return (
    <LinkPage
      title="Skip a delivery"
      subtitle="Only this delivery. The next one comes as planned."
      picture={bag}
      caption={caption}
      action="Skip this delivery"
      follow={follow}
      next={<ButtonLink to={`/subscriptions/${id}`}>See your subscription</ButtonLink>}
      renew="/shop"
    >
      <p>
        This skips the delivery that the email is about. You are not charged for it. Your subscription
        continues.
      </p>
    </LinkPage>
  )
}
