import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { applications, type OpenedApplication } from '#shared/wholesale/api/applications.ts'
import { call } from '#app/platform/api/call.ts'
import { FormResult } from '#app/platform/account-forms/account-page.tsx'
import { invalidLinkMessage, linkPageHeaders } from '#app/platform/account-forms/link-token.ts'
import { useUser } from '#app/platform/session/session.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Loading, SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import { useKeptToken } from '../forms/kept-token.ts'
import { ApplicationForm } from './form.tsx'
import styles from './apply.module.css'

export const headers = linkPageHeaders

/** The application for a wholesale account, with the link in a mail. It needs no password. */
export default function Apply() {
  return (
    <section className={`stack-4 packed ${styles.page}`}>
      <PageHead title="Wholesale application" hidden />
      <h1>Wholesale application</h1>
      <Application />
    </section>
  )
}

function Application() {
  const token = useKeptToken('wholesale-application')
  const isHydrated = useUser() !== undefined
  const [opened, setOpened] = useState(0)
  const answer = useQuery({
    queryKey: ['applications', 'open', token],
    queryFn: () => call(applications.open, { body: { token: token ?? '' } }),
    enabled: Boolean(token) && isHydrated,
    // The form keeps what was opened; a newer version would replace what is being typed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const [sent, setSent] = useState<OpenedApplication | null>(null)
  const invalid = invalidLinkMessage(token, answer.error)
  if (invalid !== null)
    return (
      <FormResult text={invalid} role="alert">
        <ButtonLink to="/wholesale">Ask us again</ButtonLink>
      </FormResult>
    )
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data || !token)
    return (
      <>
        <Loading what="Loading the application" />
        <SkeletonLines count={8} height="4.2rem" />
      </>
    )
  const application = sent ?? answer.data
  if (application.state === 'filled') return <Filled of={application} />
  const reload = () => void answer.refetch().then(() => setOpened(opened + 1))
  return (
    <ApplicationForm key={opened} token={token} application={answer.data} onSent={setSent} reload={reload} />
  )
}

function Filled({ of: { acceptedName, email } }: { of: OpenedApplication }) {
  return (
    <FormResult text={`Thank you${acceptedName ? `, ${acceptedName}` : ''}. We have your application.`}>
      <p>
        We will answer to {email}, usually within two working days. If we need something, you get this form
        again.
      </p>
    </FormResult>
  )
}
