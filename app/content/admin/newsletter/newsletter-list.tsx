import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { newsletters, type ListedNewsletter } from '#shared/content/api/newsletters.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { ButtonLink, Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { EmptyState } from '#app/platform/ui/empty-state.tsx'
import { WholeTable } from '#app/platform/admin/list/whole-list.tsx'
import { RowActions, type Column } from '#app/platform/ui/table.tsx'
import { urlOf } from '#shared/platform/api/url.ts'
import { useRole } from '#app/platform/session/role.ts'
import { ProvenDownload } from '#app/platform/account-forms/proven-download.tsx'
import { ImportedConsents } from './imported-consents.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { DeleteButton } from '#app/platform/admin/delete-button.tsx'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'
import { useState, type FormEvent } from 'react'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './newsletter.module.css'

export const LIST = '/admin/newsletters'

/** While a newsletter is being sent, the list is fetched again after this many milliseconds. */
const WHILE_SENDING = 5000

/** The newsletters with their results, and the numbers of subscribers. */
export default function NewsletterList() {
  return (
    <AdminPage actions={<ButtonLink to={`${LIST}/${NEW}/edit`}>Write a newsletter</ButtonLink>}>
      {() => <List />}
    </AdminPage>
  )
}

function List() {
  const isOwner = useRole() === 'owner'
  const list = useQuery({
    ...ask(newsletters.list, {}),
    refetchInterval: ({ state }) =>
      state.data?.newsletters.some((each) => each.state === 'sending') ? WHILE_SENDING : false,
  })
  if (list.isError) return <LoadError error={list.error} retry={list.refetch} />
  if (!list.data) return null
  const { subscribers, newsletters: rows } = list.data
  return (
    <>
      <p>
        Subscribers: {formatNumber(subscribers.active)} confirmed, {formatNumber(subscribers.pending)} not
        confirmed yet, {formatNumber(subscribers.left)} unsubscribed. Newsletters have no tracking, so the
        shop does not know who opens them.
      </p>
      {rows.length === 0 ? (
        <EmptyState
          kind="first"
          text="No newsletters yet. Visitors can subscribe in the footer of every page and at checkout."
        />
      ) : (
        <WholeTable base={LIST} label="Newsletters" columns={COLUMNS} rows={rows} keyOf={({ _id }) => _id} />
      )}
      {isOwner ? <ImportedConsents /> : null}
      {isOwner && subscribers.active > 0 ? (
        <p>
          <ProvenDownload to={urlOf(newsletters.subscribers, {})}>
            Subscribers with their consents (CSV)
          </ProvenDownload>
        </p>
      ) : null}
      <ExcludeAddress />
    </>
  )
}

const COLUMNS: Column<ListedNewsletter>[] = [
  {
    name: 'SUBJECT',
    sort: 'subject',
    by: ({ subject }) => subject,
    of: ({ _id, subject }) => (
      <Link to={`${LIST}/${_id}/edit`} dir="auto">
        {subject}
      </Link>
    ),
    rowHeader: true,
    title: true,
  },
  {
    name: 'STATE',
    sort: 'sent-on',
    by: ({ endedAt, sendOn }) => endedAt ?? sendOn,
    of: stateOf,
    inline: true,
  },
  {
    name: 'RECIPIENTS',
    sort: 'recipients',
    by: ({ recipients }) => recipients,
    of: ({ recipients }) => formatNumber(recipients),
    align: 'end',
    noWrap: true,
  },
  {
    name: 'SENT',
    sort: 'sent',
    by: ({ sent }) => sent,
    of: ({ sent }) => formatNumber(sent),
    align: 'end',
    noWrap: true,
  },
  {
    name: 'FAILED',
    sort: 'failed',
    by: ({ failed }) => failed,
    of: ({ failed }) => formatNumber(failed),
    align: 'end',
    noWrap: true,
  },
  {
    name: 'UNSUBSCRIBED',
    sort: 'left',
    by: ({ left }) => left,
    of: ({ left }) => formatNumber(left),
    align: 'end',
    noWrap: true,
  },
  {
    name: 'ACTIONS',
    hideName: true,
    align: 'end',
    of: ({ _id, subject, state }) => (
      <RowActions>
        <ButtonLink look="quiet" to={`${LIST}/${_id}/edit`} aria-label={`Open ${subject}`}>
          Open
        </ButtonLink>
        {state === 'draft' || state === 'scheduled' ? (
          <DeleteButton
            name={subject}
            remove={() => call(newsletters.remove, { params: { id: _id } })}
            done="Newsletter deleted"
            of={['newsletters']}
          />
        ) : null}
      </RowActions>
    ),
  },
]

function stateOf({ state, sendOn, endedAt }: ListedNewsletter): string {
  switch (state) {
    case 'draft':
      return 'Draft'
    case 'scheduled':
      return `On ${formatDate(sendOn ?? '', 'shortDay')}`
    case 'sending':
      return 'Being sent'
    case 'stopped':
      return 'Stopped'
    case 'sent':
      return endedAt ? `Sent ${formatDate(endedAt, 'shortDay')}` : 'Sent'
  }
}

/** Removes an address from the newsletter at the request of a person, or lets it subscribe again. */
function ExcludeAddress() {
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const excluding = useMutation({
    mutationFn: (endpoint: typeof newsletters.exclude | typeof newsletters.allow) =>
      call(endpoint, { body: { email: email.trim() } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      setEmail('')
      return refresh(client, 'newsletters')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!excluding.isPending) excluding.mutate(newsletters.exclude)
  }
  return (
    <Disclosure summary="Exclude an address">
      <form onSubmit={submit} className={`stack-2 items-left pad-top-2 ${styles.exclude}`}>
        <p>
          For people who ask you not to email them. The address is unsubscribed, and cannot be subscribed
          again until you allow it. Emails about orders are still sent.
        </p>
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={254}
          required
          value={email}
          problem={excluding.error?.message}
          onChange={({ target }) => {
            setEmail(target.value)
            excluding.reset()
          }}
        />
        <div className="row-1-2">
          <Button type="submit" look="line" busy={excluding.isPending}>
            Exclude
          </Button>
          <Button
            look="quiet"
            aria-disabled={email.trim() === '' || excluding.isPending}
            onClick={() => excluding.mutate(newsletters.allow)}
          >
            Allow again
          </Button>
        </div>
      </form>
    </Disclosure>
  )
}
