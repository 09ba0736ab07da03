import { useQueryClient } from '@tanstack/react-query'
import { counted } from '#shared/kernel/counts.ts'
import { guests } from '#shared/people/api/guests.ts'
import books from '#imagery/photos/gallery_20.jpg?picture'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { useUser } from '#app/platform/session/session.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { AccountPage } from '#app/platform/account-forms/account-page.tsx'
import { LinkForm } from '#app/platform/account-forms/link-page.tsx'
import { linkPageHeaders } from '#app/platform/account-forms/link-token.ts'
import { LoginForm } from '#app/platform/account-forms/login-form.tsx'

export const headers = linkPageHeaders

const caption = { place: 'At the window', notes: 'a stack of books, an address' }

/** Confirms the email of the signed-in user with a mailed link. The link works only in a session of its account. */
export default function ConfirmAccount() {
  const user = useUser()
  const client = useQueryClient()
  const follow = async (link: string) => {
    const { message, count } = await call(guests.confirmEmail, { body: { link } })
    void refresh(client, 'orders', 'guests', 'factors', 'passkeys', 'paymentmethods', 'sessions')
    return count === 0 ? message : `${message}. ${counted(count, 'guest order')} added to your account`
  }
  return (
    <AccountPage
      title="Your address"
      subtitle="Press the button to bring your orders together."
      picture={books}
      caption={caption}
      allowSignedIn
    >
      {() =>
        user === null ? (
          <>
            <p>Please sign in first. The link works only in a browser that is signed in to your account.</p>
            <LoginForm />
          </>
        ) : (
          <LinkForm
            action="Confirm this address"
            follow={follow}
            next={<ButtonLink to="/profile">See your orders</ButtonLink>}
            renew="/profile"
          >
            <p>
              Confirm the email address of your account to add your guest orders to it. Your other devices are
              then signed out.
            </p>
          </LinkForm>
        )
      }
    </AccountPage>
  )
}
