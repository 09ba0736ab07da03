import { account } from '#shared/api/account.ts'
import lamp from '#imagery/photos/gallery_18.jpg?picture'
import { call } from '../../api/call.ts'
import { forgetUser } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LinkForm } from './link-page.tsx'
import { linkPageHeaders } from './link-token.ts'
import { SignPage } from './sign-page.tsx'

export const headers = linkPageHeaders

const caption = { place: 'The lamp', notes: 'left on' }

export default function KeepEmail() {
  return (
    <SignPage
      title="That was not you?"
      subtitle="Then we lock the door."
      picture={lamp}
      caption={caption}
      forAll
    >
      {() => (
        <LinkForm
          action="Keep my address"
          follow={follow}
          next={<ButtonLink to="/login">Go to the sign-in</ButtonLink>}
          renew="/forgot"
        >
          <p>
            Your account keeps the address that this letter came to. Everybody who is signed in to it is
            signed out, the password opens nothing any more, and we send you a link for a new one.
          </p>
          <p>If it was you who changed the address, just close this page.</p>
        </LinkForm>
      )}
    </SignPage>
  )
}

async function follow(token: string): Promise<string> {
  const { message } = await call(account.object, { body: { token } })
  forgetUser()
  return message
}
