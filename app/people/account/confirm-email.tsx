import { account } from '#shared/people/api/account.ts'
import { users } from '#shared/people/api/users.ts'
import books from '#imagery/photos/gallery_20.jpg?picture'
import { call } from '#app/platform/api/call.ts'
import { signIn, useUser } from '#app/platform/session/session.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LinkPage } from '#app/platform/account-forms/link-page.tsx'
import { linkPageHeaders } from '#app/platform/account-forms/link-token.ts'

export const headers = linkPageHeaders

const caption = { place: 'At the window', notes: 'a stack of books, a new address' }

export default function ConfirmEmail() {
  const user = useUser()
  const follow = async (token: string) => {
    const { message } = await call(account.confirm, { body: { token } })
    // The new email may belong to the signed-in user, so the user is fetched again. If the response is 401, the browser
    // signs out.
    if (user) await call(users.profile, {}).then(signIn, () => {})
    return message
  }
  return (
    <LinkPage
      title="Your new address"
      subtitle="Press the button to confirm it."
      picture={books}
      caption={caption}
      action="Confirm this address"
      follow={follow}
      next={<ButtonLink to="/profile">Go to your profile</ButtonLink>}
      renew="/profile"
    >
      <p>After you confirm this email address, your account uses it.</p>
    </LinkPage>
  )
}
