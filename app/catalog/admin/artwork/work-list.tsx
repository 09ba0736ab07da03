import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { works, type ListedWork, type WorkState } from '#shared/catalog/api/works.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { RowActions, type Column } from '#app/platform/ui/table.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { DeleteButton } from '#app/platform/admin/delete-button.tsx'
import { WholeList } from '#app/platform/admin/list/whole-list.tsx'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'

export const LIST = '/admin/works'

/** The works of the art show. */
export default function WorkList() {
  return (
    <AdminPage actions={<ButtonLink to={`${LIST}/${NEW}/edit`}>Add work</ButtonLink>}>
      {() => <List />}
    </AdminPage>
  )
}

function List() {
  const list = useQuery(ask(works.all, {}))
  return (
    <WholeList
      answer={list}
      what="works"
      base={LIST}
      columns={COLUMNS}
      keyOf={({ _id }) => _id}
      empty={{
        kind: 'first',
        text: 'No works yet. Add one to show it on the art show page with its wall label.',
        action: <ButtonLink to={`${LIST}/${NEW}/edit`}>Add work</ButtonLink>,
      }}
    />
  )
}

export const WORK_STATES: Record<WorkState, string> = {
  forSale: 'For sale',
  held: 'On hold',
  sold: 'Sold',
  notForSale: 'Not for sale',
}

const nameOf = ({ title, artist }: ListedWork) => `${title} by ${artist.name}`

const COLUMNS: Column<ListedWork>[] = [
  {
    name: 'TITLE',
    sort: 'title',
    by: ({ title }) => title,
    of: (work) => (
      <Link to={`${LIST}/${work._id}/edit`} aria-label={nameOf(work)}>
        {work.title}
      </Link>
    ),
    rowHeader: true,
    title: true,
  },
  {
    name: 'ARTIST',
    sort: 'artist',
    by: ({ artist }) => artist.name,
    of: ({ artist }) => <Link to={`/admin/statements/${artist._id}`}>{artist.name}</Link>,
  },
  {
    name: 'PRICE',
    sort: 'price',
    by: ({ price }) => price,
    of: ({ price }) => (price === null ? null : <Money dollars={price} />),
    align: 'end',
  },
  {
    name: 'STATE',
    sort: 'state',
    by: ({ state }) => WORK_STATES[state],
    of: ({ state, isHidden }) => `${WORK_STATES[state]}${isHidden ? ', hidden' : ''}`,
    inline: true,
  },
  {
    name: 'ACTIONS',
    hideName: true,
    wide: true,
    align: 'end',
    of: (work) => (
      <RowActions>
        <ButtonLink look="quiet" to={`${LIST}/${work._id}/edit`} aria-label={`Edit ${nameOf(work)}`}>
          Edit
        </ButtonLink>
        <DeleteButton
          name={nameOf(work)}
          remove={() => call(works.remove, { params: { id: work._id } })}
          done="Work deleted"
          of={['works', 'products']}
        />
      </RowActions>
    ),
  },
]
