import { newsletter } from '#shared/content/api/newsletter.ts'
import { newsConsent } from '#shared/platform/newsletters.ts'
import cup from '#imagery/photos/gallery_07.jpg?picture'
import { useBusiness } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LinkPage } from '#app/platform/account-forms/link-page.tsx'
import { linkPageHeaders } from '#app/platform/account-forms/link-token.ts'

export const headers = linkPageHeaders

const caption = { place: 'In the cup', notes: 'an espresso, walnut' }

/** Confirms a newsletter subscription with the mailed link. */
export default function ConfirmNewsletter() {
  const { parts } = useBusiness()
  return (
    <LinkPage
      title="Our newsletter"
      subtitle="Press the button to subscribe."
      picture={cup}
      caption={caption}
      action="Confirm the newsletter"
      follow={follow}
      next={<ButtonLink to="/shop">Go to the shop</ButtonLink>}
      renew="/newsletter"
    >
      <p>{newsConsent(parts)}</p>
    </LinkPage>
  )
}

async function follow(link: string): Promise<string> {
  const { message } = await call(newsletter.confirm, { body: { link } })
  return message
}
