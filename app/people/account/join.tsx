import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { staff } from '#shared/people/api/staff.ts'
import { ROLE_TEXTS, workOf } from '#shared/kernel/role-texts.ts'
import bar from '#imagery/photos/gallery_03.jpg?picture'
import { NewAccountForm } from '#app/platform/account-forms/register-form.tsx'
import { usePart } from '#app/platform/api/business.ts'
import { call, CallError } from '#app/platform/api/call.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { signIn, useUser } from '#app/platform/session/session.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Loading } from '#app/platform/ui/skeleton.tsx'
import { AccountPage, FormProblem, FormResult } from '#app/platform/account-forms/account-page.tsx'
import { LoginForm } from '#app/platform/account-forms/login-form.tsx'
import { linkPageHeaders, useLinkToken } from '#app/platform/account-forms/link-token.ts'
import { passwordRule } from '#app/platform/account-forms/password-twice.tsx'

export const headers = linkPageHeaders
export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, passwordRule)
export const clientLoader = () => askBriefly(passwordRule)

const caption = { place: 'Behind the bar', notes: 'oak, morning light' }

/** Accepts an invitation to the staff, with a new or an existing account. */
export default function Join() {
  return (
    <AccountPage title="Join the staff" subtitle="Welcome." picture={bar} caption={caption} allowSignedIn>
      {() => <Invited />}
    </AccountPage>
  )
}

function Invited() {
  const token = useLinkToken()
  const user = useUser()
  const [accepted, setAccepted] = useState<Reply<typeof staff.accept> | null>(null)
  const answer = useQuery({
    queryKey: ['invitations', token],
    queryFn: () => call(staff.look, { body: { token: token ?? '' } }),
    // A used invitation is no longer valid, and signing in would fetch it again.
    enabled: Boolean(token) && user !== undefined && accepted === null,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  })
  if (accepted) return <Accepted removed={accepted.removed} />
  if (token === '') return <Invalid text="This link is incomplete. Open it from the email again." />
  if (isInvalid(answer.error)) return <Invalid text={`${answer.error.message}.`} />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data || !token) return <Loading what="Loading the invitation" />
  const accept = (done: Reply<typeof staff.accept>) => {
    setAccepted(done)
    const { removed: _told, ...member } = done
    signIn(member)
  }
  return <Offer token={token} invitation={answer.data} onAccepted={accept} />
}

type AcceptProps = { token: string; onAccepted: (answer: Reply<typeof staff.accept>) => void }
type OfferProps = AcceptProps & { invitation: Reply<typeof staff.look> }

function Offer({ token, invitation, onAccepted }: OfferProps) {
  const user = useUser()
  const { email, role, invitedBy, hasAccount } = invitation
  const { name } = ROLE_TEXTS[role]
  const does = workOf(role, usePart('pickup') !== 'off')
  return (
    <>
      <p>
        {invitedBy} invites {email} as <strong>{name}</strong>. {does}
      </p>
      {user?.email === email ? (
        <Accept token={token} onAccepted={onAccepted} />
      ) : hasAccount ? (
        <>
          <p>
            {user ? `You are signed in as ${user.email}. ` : ''}Sign in as {email} to accept.
          </p>
          <LoginForm />
        </>
      ) : (
        <JoinForm token={token} onAccepted={onAccepted} />
      )}
    </>
  )
}

function Accept({ token, onAccepted }: AcceptProps) {
  const accepting = useMutation({
    mutationFn: () => call(staff.accept, { body: { token } }),
    onSuccess: onAccepted,
  })
  return (
    <>
      <p>
        Your account will open the admin area. So its passkeys, authenticator app and saved payment methods
        are removed, and your other devices are signed out. You can add them again.
      </p>
      {accepting.isError ? <FormProblem of={{ '': `${accepting.error.message}.` }} /> : null}
      <Button busy={accepting.isPending} onClick={() => accepting.mutate()}>
        Accept the invitation
      </Button>
    </>
  )
}

function JoinForm({ token, onAccepted }: AcceptProps) {
  return (
    <NewAccountForm
      label="Your name"
      send={({ name, password }) => call(staff.join, { body: { token, name, password } })}
      onSent={onAccepted}
      submit="Join"
    />
  )
}

function Accepted({ removed }: { removed: string | undefined }) {
  return (
    <FormResult text={['You are on the staff now.', removed && `${removed}.`].filter(Boolean).join(' ')}>
      <ButtonLink to="/admin">See your work</ButtonLink>
    </FormResult>
  )
}

function Invalid({ text }: { text: string }) {
  return (
    <FormResult text={text} role="alert">
      <p>Ask an owner of the shop for a new invitation.</p>
    </FormResult>
  )
}

function isInvalid(error: Error | null): error is CallError {
  return error instanceof CallError && error.failure === 400
}
