import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, type LoaderFunctionArgs } from 'react-router'
import { joining } from '#shared/people/api/joining.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import bar from '#imagery/photos/gallery_03.jpg?picture'
import { AccountPage, FormProblem, FormResult } from '#app/platform/account-forms/account-page.tsx'
import { invalidLinkMessage, linkPageHeaders, useLinkToken } from '#app/platform/account-forms/link-token.ts'
import { LoginForm } from '#app/platform/account-forms/login-form.tsx'
import { passwordRule } from '#app/platform/account-forms/password-twice.tsx'
import { NewAccountForm } from '#app/platform/account-forms/register-form.tsx'
import { call } from '#app/platform/api/call.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { signIn, useUser } from '#app/platform/session/session.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Loading } from '#app/platform/ui/skeleton.tsx'

export const headers = linkPageHeaders
export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, passwordRule)
export const clientLoader = () => askBriefly(passwordRule)

const caption = { place: 'Behind the bar', notes: 'oak, morning light' }

/** Joins a wholesale account with the link in a mail, with a new or an existing account of the shop. */
export default function Join() {
  return (
    <AccountPage title="Join the account" subtitle="Welcome." picture={bar} caption={caption} allowSignedIn>
      {() => <Invited />}
    </AccountPage>
  )
}

function Invited() {
  const token = useLinkToken()
  const user = useUser()
  const navigate = useNavigate()
  const answer = useQuery({
    queryKey: ['buyer-invitations', token],
    queryFn: () => call(joining.look, { body: { token: token ?? '' } }),
    enabled: Boolean(token) && user !== undefined,
    // A used invitation is no longer valid.
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    retry: false,
  })
  const invalid = invalidLinkMessage(token, answer.error)
  if (invalid !== null)
    return (
      <FormResult text={invalid} role="alert">
        <ButtonLink to="/wholesale/account">Open your account</ButtonLink>
      </FormResult>
    )
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data || !token) return <Loading what="Loading the invitation" />
  const done = (company: string) => navigate(`/wholesale/account?account=${company}`, { replace: true })
  return <Offer token={token} offer={answer.data} done={done} />
}

type OfferProps = {
  token: string
  offer: Reply<typeof joining.look>
  done: (company: string) => unknown
}

function Offer({ token, offer: { name, email, company, account }, done }: OfferProps) {
  const user = useUser()
  return (
    <>
      <p>
        {name}, you are invited to act for <strong>{company}</strong>.
      </p>
      {user && user.email === (account ?? email) ? (
        <Accept token={token} done={done} />
      ) : account ? (
        <>
          <p>
            {user ? `You are signed in as ${user.email}. ` : ''}Sign in as {account} to join.
          </p>
          <LoginForm />
        </>
      ) : (
        <>
          <p>Choose a password for {email}.</p>
          <NewAccountForm
            label="Your name"
            known={{ name, email }}
            send={(typed) =>
              call(joining.join, { body: { token, name: typed.name, password: typed.password } })
            }
            onSent={({ company: id, ...member }) => {
              signIn(member)
              return done(id)
            }}
            submit="Join"
          />
        </>
      )}
    </>
  )
}

function Accept({ token, done }: Omit<OfferProps, 'offer'>) {
  const accepting = useMutation({
    mutationFn: () => call(joining.accept, { body: { token } }),
    onSuccess: ({ company }) => done(company),
  })
  return (
    <>
      {accepting.isError ? <FormProblem of={{ '': `${accepting.error.message}.` }} /> : null}
      <Button busy={accepting.isPending} onClick={() => accepting.mutate()}>
        Join the account
      </Button>
    </>
  )
}
