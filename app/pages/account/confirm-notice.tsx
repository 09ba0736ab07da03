import { notices } from '#shared/api/notices.ts'
import cup from '#imagery/photos/gallery_07.jpg?picture'
import { call } from '../../api/call.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { AccountPage } from './account-page.tsx'
import { LinkForm } from './link-page.tsx'
import { linkPageHeaders } from './link-token.ts'

export const headers = linkPageHeaders

const caption = { place: 'In the cup', notes: 'an espresso, walnut' }

/** Confirms the wish for a mail when a size is back, with the mailed link. */
export default function ConfirmNotice() {
  return (
    <AccountPage
      title="Tell me when it is back"
      subtitle="One mail, and no other."
      picture={cup}
      caption={caption}
      allowSignedIn
    >
      {() => (
        <LinkForm
          action="Mail me when it is back"
          follow={follow}
          next={<ButtonLink to="/shop">Go to the shop</ButtonLink>}
          renew="/shop"
        >
          <p>We write to this address once, when it is in stock again. Then we delete it.</p>
        </LinkForm>
      )}
    </AccountPage>
  )
}

async function follow(link: string): Promise<string> {
  const { message } = await call(notices.confirm, { body: { link } })
  return message
}
