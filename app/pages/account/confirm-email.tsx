import { account } from '#shared/api/account.ts'
import { users } from '#shared/api/users.ts'
import books from '#imagery/photos/gallery_20.jpg?picture'
import { call } from '../../api/call.ts'
import { signIn, useUser } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LinkForm } from './link-page.tsx'
import { linkPageHeaders } from './link-token.ts'
import { SignPage } from './sign-page.tsx'

export const headers = linkPageHeaders

const caption = { place: 'At the window', notes: 'a stack of books, a new address' }

export default function ConfirmEmail() {
  const user = useUser()
  const follow = async (token: string) => {
    const { message } = await call(account.confirm, { body: { token } })
    // The session of this browser goes on if it is the same account's; a 401 ends it here as well.
    if (user) await call(users.profile, {}).then(signIn, () => {})
    return message
  }
  return (
    <SignPage
      title="Your new address"
      subtitle="One press, and it is yours."
      picture={books}
      caption={caption}
      forAll
    >
      {() => (
        <LinkForm
          action="Confirm this address"
          follow={follow}
          next={<ButtonLink to="/profile">Go to your profile</ButtonLink>}
          renew="/profile"
        >
          <p>Confirm that you read the mail of this address, and your account has it from then on.</p>
        </LinkForm>
      )}
    </SignPage>
  )
}
