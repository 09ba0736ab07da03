import { notices } from '#shared/catalog/api/notices.ts'
import cup from '#imagery/photos/gallery_07.jpg?picture'
import { call } from '#app/platform/api/call.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LinkPage } from '#app/platform/account-forms/link-page.tsx'
import { linkPageHeaders } from '#app/platform/account-forms/link-token.ts'

export const headers = linkPageHeaders

const caption = { place: 'In the cup', notes: 'an espresso, walnut' }

/** Confirms, with the mailed link, a request for an email when a size is back in stock. */
export default function ConfirmNotice() {
  return (
    <LinkPage
      title="Tell me when it is back"
      subtitle="One email only."
      picture={cup}
      caption={caption}
      action="Email me when it is back"
      follow={follow}
      next={<ButtonLink to="/shop">Go to the shop</ButtonLink>}
      renew="/shop"
    >
      <p>We email this address once, when the product is back in stock, and then delete the address.</p>
    </LinkPage>
  )
}

async function follow(link: string): Promise<string> {
  const { message } = await call(notices.confirm, { body: { link } })
  return message
}
