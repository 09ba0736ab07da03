import { useMutation } from '@tanstack/react-query'
import { useEffect, type FormEvent } from 'react'
import { newsletter, type NewsPreferences } from '#shared/content/api/newsletter.ts'
import { LOTS_CONSENT, newsConsent } from '#shared/platform/newsletters.ts'
import cup from '#imagery/photos/gallery_07.jpg?picture'
import { useBusiness } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { hideResult } from '#app/platform/api/hide-result.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { AccountPage, SubmitButton } from '#app/platform/account-forms/account-page.tsx'
import { InvalidLink } from '#app/platform/account-forms/link-page.tsx'
import { linkPageHeaders, useLinkToken, invalidLinkMessage } from '#app/platform/account-forms/link-token.ts'

export const headers = linkPageHeaders

const caption = { place: 'In the cup', notes: 'an espresso, walnut' }

/** Lets a subscriber choose what to get, with the link in a newsletter. */
export default function Preferences() {
  return (
    <AccountPage
      title="Your newsletters"
      subtitle="Choose which emails you get."
      picture={cup}
      caption={caption}
      allowSignedIn
    >
      {() => <Choice />}
    </AccountPage>
  )
}

function Choice() {
  const link = useLinkToken()
  const reading = useMutation({
    mutationFn: (token: string) => call(newsletter.preferences, { body: { link: token } }),
  })
  const { mutate } = reading
  useEffect(() => {
    if (link) mutate(link)
  }, [link, mutate])
  const invalid = invalidLinkMessage(link, reading.error)
  if (invalid !== null) return <InvalidLink text={invalid} to="/newsletter" />
  if (reading.error) return <Alert tone="danger">{reading.error.message}</Alert>
  return reading.data && link ? (
    <Form saved={reading.data} link={link} />
  ) : (
    <Spinner what="Loading your newsletters" />
  )
}

function Form({ saved, link }: { saved: NewsPreferences; link: string }) {
  const { parts } = useBusiness()
  const saving = useMutation({
    mutationFn: (wish: { news: boolean; lots: boolean }) =>
      call(newsletter.save, { body: { link, ...wish } }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    if (!saving.isPending) saving.mutate({ news: typed.has('news'), lots: typed.has('lots') })
  }
  return (
    <form method="post" onSubmit={submit} onChange={() => hideResult(saving)}>
      <p>For {saved.email}:</p>
      <CheckField name="news" label={newsConsent(parts)} defaultChecked={saved.news} />
      <CheckField name="lots" label={LOTS_CONSENT} defaultChecked={saved.lots} />
      <SubmitButton busy={saving.isPending}>Save</SubmitButton>
      <div role="status">{saving.data ? <Alert>{resultOf(saving.data)}</Alert> : null}</div>
      {saving.error ? <Alert tone="danger">{saving.error.message}</Alert> : null}
    </form>
  )
}

function resultOf({ news, lots }: NewsPreferences): string {
  return news || lots ? 'Saved.' : 'You are unsubscribed. We will not email you newsletters or notices.'
}
