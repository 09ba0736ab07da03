import { account } from '#shared/people/api/account.ts'
import lamp from '#imagery/photos/gallery_18.jpg?picture'
import { call } from '#app/platform/api/call.ts'
import { forgetUser } from '#app/platform/session/session.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LinkPage } from '#app/platform/account-forms/link-page.tsx'
import { linkPageHeaders } from '#app/platform/account-forms/link-token.ts'

export const headers = linkPageHeaders

const caption = { place: 'The lamp', notes: 'left on' }

export default function KeepEmail() {
  return (
    <LinkPage
      title="That was not you?"
      subtitle="We will secure your account."
      picture={lamp}
      caption={caption}
      action="Keep my address"
      follow={follow}
      next={<ButtonLink to="/login">Go to the sign-in</ButtonLink>}
      renew="/forgot"
    >
      <p>
        Your account keeps the address that this email was sent to. Everyone who is signed in to the account
        is signed out, the password no longer works, and we email you a link to set a new one.
      </p>
      <p>If you changed the address yourself, close this page.</p>
    </LinkPage>
  )
}

async function follow(token: string): Promise<string> {
  const { message } = await call(account.object, { body: { token } })
  forgetUser()
  return message
}
