import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { users } from '#shared/people/api/users.ts'
import { counted } from '#shared/kernel/counts.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { useRole } from '#app/platform/session/role.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Email } from '#app/platform/ui/email.tsx'
import { type Column, Cross, Id, RowActions, Tick } from '#app/platform/ui/table.tsx'
import { AllowedButton } from '#app/platform/admin/allowed-link.tsx'
import { DeleteButton } from '#app/platform/admin/delete-button.tsx'
import { AdminList, AdminPage } from '#app/platform/admin/admin-page.tsx'
import {
  Filters,
  SearchBox,
  useFilter,
  useListOrder,
  usePageNumber,
} from '#app/platform/admin/list/filters.tsx'
import { SortedTable } from '#app/platform/admin/list/sorted-table.tsx'
import { uniqueNames } from '#app/platform/admin/unique-names.ts'
import { useEditLink } from './edit-link.ts'

const BASE = '/admin/userlist'
const SORTS = { name: 'asc', email: 'asc' } as const

export default function UserList() {
  const page = usePageNumber()
  return (
    <AdminPage
      actions={
        <AllowedButton look="quiet" to="/admin/import">
          Move from another shop
        </AllowedButton>
      }
    >
      {() => <List page={page} />}
    </AdminPage>
  )
}

function List({ page }: { page: number }) {
  const [keyword] = useFilter('q', BASE)
  const { query, sorting } = useListOrder(BASE, SORTS)
  const answer = useQuery({
    ...ask(users.search, { query: { pageNumber: page, ...query, keyword: keyword || undefined } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Filters status={answer.data ? counted(answer.data.count, 'user') : null}>
        <SearchBox label="Search by name, email or ID" base={BASE} />
      </Filters>
      <AdminList
        answer={answer}
        what="users"
        page={page}
        base={BASE}
        filters={[keyword && `“${keyword}”`]}
        isEmpty={(data) => data.users.length === 0}
        empty={NO_USERS}
      >
        {(data) => (
          <>
            <SortedTable
              label="Users"
              columns={columnsOf(data.users)}
              rows={data.users}
              keyOf={(user) => user._id}
              sorting={sorting}
            />
            <p>
              An admin cannot be deleted: remove the admin role first. When a user is deleted, the orders
              stay.
            </p>
          </>
        )}
      </AdminList>
    </>
  )
}

const NO_USERS = { kind: 'first', text: 'No users yet. Who has an account is listed here.' } as const

type Listed = Reply<typeof users.search>['users'][number]

function columnsOf(listed: Listed[]): Column<Listed>[] {
  const label = uniqueNames(listed)
  return [
    { name: 'ID', of: (user) => <Id>{user._id}</Id>, inline: true },
    { name: 'NAME', sort: 'name', of: (user) => user.name, rowHeader: true, title: true },
    {
      name: 'EMAIL',
      sort: 'email',
      of: (user) => (
        <a href={`mailto:${user.email}`}>
          <Email>{user.email}</Email>
        </a>
      ),
      inline: true,
    },
    {
      name: 'ADMIN',
      of: (user) => (user.isAdmin ? <Tick text="Admin" /> : <Cross text="Not an admin" />),
      inline: true,
    },
    {
      name: 'ACTIONS',
      of: (user) => <Actions user={user} label={label(user)} />,
      wide: true,
      hideName: true,
    },
  ]
}

/** Only an owner may change accounts. */
function Actions({ user, label }: { user: Listed; label: string }) {
  const isOwner = useRole() === 'owner'
  const edit = useEditLink(user._id)
  return (
    <RowActions>
      {user.orders > 0 ? (
        <ButtonLink
          look="quiet"
          to={`/admin/orderlist?user=${user._id}`}
          aria-label={`${counted(user.orders, 'order')} of ${label}`}
        >
          {counted(user.orders, 'order')}
        </ButtonLink>
      ) : null}
      {isOwner ? (
        <>
          <ButtonLink look="quiet" {...edit} aria-label={`Edit ${label}`}>
            Edit
          </ButtonLink>
          <DeleteButton
            name={label}
            remove={() => call(users.remove, { params: { id: user._id } })}
            done="User deleted"
            of={['users', 'orders']}
          />
        </>
      ) : null}
    </RowActions>
  )
}
