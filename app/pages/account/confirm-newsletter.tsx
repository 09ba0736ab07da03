import { newsletter } from '#shared/api/newsletter.ts'
import { NEWS_CONSENT } from '#shared/newsletters.ts'
import cup from '#imagery/photos/gallery_07.jpg?picture'
import { call } from '../../api/call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { AccountPage } from './account-page.tsx'
import { LinkForm } from './link-page.tsx'
import { linkPageHeaders } from './link-token.ts'

export const headers = linkPageHeaders

const caption = { place: 'In the cup', notes: 'an espresso, walnut' }

/** Confirms a newsletter subscription with the mailed link. */
export default function ConfirmNewsletter() {
  return (
    <AccountPage
      title="Our newsletter"
      subtitle="Press the button to subscribe."
      picture={cup}
      caption={caption}
      allowSignedIn
    >
      {() => (
        <LinkForm
          action="Confirm the subscription"
          follow={follow}
          next={<ButtonLink to="/shop">Go to the shop</ButtonLink>}
          renew="/newsletter"
        >
          <p>{NEWS_CONSENT}</p>
        </LinkForm>
      )}
    </AccountPage>
  )
}

async function follow(link: string): Promise<string> {
  const { message } = await call(newsletter.confirm, { body: { link } })
  return message
}
