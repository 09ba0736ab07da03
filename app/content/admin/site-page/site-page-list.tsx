import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { setup } from '#shared/backoffice/api/setup.ts'
import { sitePages, type ListedPage } from '#shared/content/api/site-pages.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { type Column, RowActions, Table } from '#app/platform/ui/table.tsx'
import { AdminPage, AdminLoading } from '#app/platform/admin/admin-page.tsx'

export const LIST = '/admin/pages'

/** The pages whose texts and pictures admins edit, and the state of each. */
export default function PageList() {
  return (
    <AdminPage
      actions={
        <ButtonLink look="line" to="/admin/media">
          Pictures
        </ButtonLink>
      }
    >
      {() => <List />}
    </AdminPage>
  )
}

function List() {
  useEffect(() => {
    // Marks this item of the setup checklist as done. If it fails, the next visit tries again.
    call(setup.seen, { body: {} }).catch(() => {})
  }, [])
  const list = useQuery(ask(sitePages.list, {}))
  if (list.isError) return <LoadError error={list.error} retry={list.refetch} />
  if (!list.data) return <AdminLoading what="pages" />
  const [mails, pages] = [true, false].map((isMail) =>
    list.data.filter(({ path }) => (path === null) === isMail),
  )
  return (
    <>
      <Table label="Pages" columns={[NAME, ...STATES, ACTIONS]} rows={pages!} keyOf={({ _id }) => _id} />
      <h2 id="mails" className="above-4">
        Introductions of emails
      </h2>
      <p>
        The shop sends these emails automatically. You write the introduction of each; the goods, amounts,
        dates and links follow below it.
      </p>
      <Table
        label="Introductions of emails"
        columns={[MAIL_NAME, { ...STATES[0]!, name: 'CUSTOMERS GET' }, ...STATES.slice(1), ACTIONS]}
        rows={mails!}
        keyOf={({ _id }) => _id}
      />
    </>
  )
}

const NAME: Column<ListedPage> = {
  name: 'PAGE',
  of: ({ _id, title }) => <Link to={`${LIST}/${_id}`}>{title}</Link>,
  rowHeader: true,
  title: true,
}

const MAIL_NAME: Column<ListedPage> = {
  ...NAME,
  name: 'MAIL',
  of: ({ _id, title, when }) => (
    <>
      <Link to={`${LIST}/${_id}`}>{title}</Link>
      <br />
      {when}
    </>
  ),
}

const STATES: Column<ListedPage>[] = [
  { name: 'VISITORS SEE', of: ({ live }) => publishedText(live) },
  { name: 'DRAFT', of: ({ draft }) => (draft ? `Saved ${stampText(draft)}` : 'None') },
  { name: 'SCHEDULED', of: ({ scheduled }) => (scheduled ? stampText(scheduled) : 'None') },
]

const ACTIONS: Column<ListedPage> = {
  name: 'ACTIONS',
  of: ({ _id, title, path }) => (
    <RowActions>
      <ButtonLink look="quiet" to={`${LIST}/${_id}`} aria-label={`Edit ${title}`}>
        Edit
      </ButtonLink>
      {path === null ? null : (
        <ButtonLink look="quiet" to={path} aria-label={`View ${title}`}>
          View
        </ButtonLink>
      )}
    </RowActions>
  ),
  wide: true,
  hideName: true,
}

type Stamp = { at: string; by: string }

export function publishedText(live: Stamp | null): string {
  return live ? `Published ${stampText(live)}` : 'The original texts'
}

/** 'Nov 23, 11:05 AM by Olive Owner' */
export function stampText({ at, by }: Stamp): string {
  return `${formatDate(at, 'shortDayAndTime')} by ${by}`
}
