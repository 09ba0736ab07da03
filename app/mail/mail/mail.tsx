import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, type ComponentProps } from 'react'
import { Link } from 'react-router'
import { mail as contract, type MailLine } from '#shared/mail/api/mail.ts'
import {
  MAIL_KINDS,
  MAILS,
  MAIL_STATES,
  type MailKind,
  type MailState,
} from '#shared/platform/mails/kinds.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import type { EmptyState } from '#app/platform/ui/empty-state.tsx'
import type { Sorting } from '#app/platform/ui/table.tsx'
import { SortChoice } from '#app/platform/admin/list/sorted-table.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage, AdminList } from '#app/platform/admin/admin-page.tsx'
import {
  Choice,
  Filters,
  useFilter,
  useIdFilter,
  useListOrder,
  usePageNumber,
} from '#app/platform/admin/list/filters.tsx'
import {
  Facts,
  InboxItem,
  InboxList,
  MailState as StateOf,
  Moment,
  Text,
} from '#app/platform/admin/inbox.tsx'

const BASE = '/admin/mail'

/** All mails that the shop has sent, is sending, or could not send. */
export default function Mail() {
  const page = usePageNumber()
  return <AdminPage>{() => <List page={page} />}</AdminPage>
}

function List({ page }: { page: number }) {
  const [stateParam] = useFilter('state', BASE)
  const [kindParam] = useFilter('kind', BASE)
  const id = useIdFilter('id', BASE)
  const state = MAIL_STATES.find((each): each is MailState => each === stateParam)
  const kind = MAIL_KINDS.find((each): each is MailKind => each === kindParam)
  const { query, sorting } = useListOrder(BASE, SORTS, 'date')
  const answer = useQuery({
    ...ask(contract.list, { query: { pageNumber: page, ...query, state, kind, id } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      {id ? <Link to={BASE}>Show all mail</Link> : <MailFilters of={answer.data} sorting={sorting} />}
      {answer.data?.sandbox ? <SandboxNote /> : null}
      <AdminList
        answer={answer}
        what="mail"
        page={page}
        base={BASE}
        filters={[kind && KINDS[kind], kind && state && MAIL_STATE_NAMES[state], id && 'one mail']}
        isEmpty={(data) => data.mail.length === 0}
        empty={emptyOf(state)}
      >
        {(data) => (
          <InboxList label="Mail">
            {data.mail.map((mail) => (
              <MailItem key={mail._id} mail={mail} isOpen={id !== undefined} isSandbox={data.sandbox} />
            ))}
          </InboxList>
        )}
      </AdminList>
    </>
  )
}

function SandboxNote() {
  return (
    <Alert>
      <p>
        <strong>Sandbox.</strong> No mail server is set up, so these emails are not sent. You can read them
        here.
      </p>
    </Alert>
  )
}

const SORTS = { date: 'desc' } as const
const ORDERS: ComponentProps<typeof SortChoice>['options'] = [
  ['date', 'desc', 'Newest first'],
  ['date', 'asc', 'Oldest first'],
]

const MAIL_STATE_NAMES: Record<MailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  kept: 'Kept, not sent',
  failed: 'Failed',
}

function MailFilters({ of: list, sorting }: { of?: { failed: number }; sorting: Sorting }) {
  const count = list ? ` (${list.failed})` : ''
  return (
    <Filters>
      <Choice
        label="State"
        base={BASE}
        name="state"
        options={{ '': 'All mail', ...MAIL_STATE_NAMES, failed: `Failed${count}` }}
      />
      <Choice label="Kind" base={BASE} name="kind" options={{ '': 'All kinds', ...KINDS }} />
      <SortChoice sorting={sorting} options={ORDERS} />
    </Filters>
  )
}

/** The names of the kinds of mail. An open page may get a kind that a newer server has added. */
const KINDS: Record<string, string> = Object.fromEntries(
  Object.entries(MAILS).map(([kind, { name }]) => [kind, name]),
)

function emptyOf(state: MailState | undefined): ComponentProps<typeof EmptyState> {
  if (state === 'failed') return { kind: 'cleared', text: 'No mail has failed.' }
  if (state === 'waiting') return { kind: 'cleared', text: 'No mail is waiting.' }
  if (state === 'kept') return { kind: 'cleared', text: 'No mail is kept here.' }
  if (state === 'sent') return { kind: 'first', text: 'No mail has been sent yet.' }
  return { kind: 'first', text: 'No mail yet. Mail that the shop sends is listed here.' }
}

function MailItem({ mail: it, isOpen, isSandbox }: { mail: MailLine; isOpen: boolean; isSandbox: boolean }) {
  return (
    <InboxItem
      at={it.createdAt}
      who={it.to}
      what={it.subject}
      state={<StateOf of={it.state} />}
      isOpen={isOpen}
    >
      <Facts
        of={[
          ['To', it.to],
          ['Subject', it.subject],
          ['Kind', KINDS[it.kind] ?? ''],
          [
            it.state === 'kept' ? 'Kept here' : 'Sent',
            it.sentAt ? <Moment key="sent" of={it.sentAt} /> : 'Not yet',
          ],
          ['Tries', String(it.attempts)],
          ['Next try', it.nextAt ? <Moment key="next" of={it.nextAt} /> : ''],
          ['Last problem', it.problem],
        ]}
      />
      {it.state === 'failed' || (it.state === 'kept' && !isSandbox) ? <Resend mail={it} /> : null}
      <Text>{it.text}</Text>
    </InboxItem>
  )
}

function Resend({ mail }: { mail: MailLine }) {
  const client = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const label = mail.state === 'kept' ? 'Send now' : 'Resend'
  const resending = useMutation({
    mutationFn: () => call(contract.resend, { params: { id: mail._id } }),
    onSuccess: () => {
      // The pressed button disappears, so the focus moves to the mail's line. The mail stays open.
      button.current?.closest('details')?.querySelector('summary')?.focus()
      toast.success('The email will be sent again')
    },
    onError: (error) => toast.error(error.message),
    onSettled: () =>
      Promise.all(['mail', 'desk'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  })
  return (
    <div>
      <Button
        ref={button}
        busy={resending.isPending}
        onClick={() => resending.mutate()}
        aria-label={`${label}: ${mail.subject} to ${mail.to}`}
      >
        {label}
      </Button>
    </div>
  )
}
