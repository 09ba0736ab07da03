import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { works } from '#shared/catalog/api/works.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import type { Column } from '#app/platform/ui/table.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { WholeList } from '#app/platform/admin/list/whole-list.tsx'

/** What is owed to each artist with works. */
export default function StatementList() {
  return <AdminPage>{() => <List />}</AdminPage>
}

function List() {
  const list = useQuery(ask(works.statements, {}))
  return (
    <WholeList
      answer={list}
      what="statements"
      base="/admin/statements"
      columns={COLUMNS}
      keyOf={({ artist }) => artist._id}
      empty={{
        kind: 'first',
        text: 'No artist has works yet. Add works first.',
        action: (
          <ButtonLink look="line" to="/admin/works">
            Works
          </ButtonLink>
        ),
      }}
    />
  )
}

type Row = Reply<typeof works.statements>[number]

const COLUMNS: Column<Row>[] = [
  {
    name: 'ARTIST',
    sort: 'artist',
    by: ({ artist }) => artist.name,
    of: ({ artist }) => <Link to={`/admin/statements/${artist._id}`}>{artist.name}</Link>,
    rowHeader: true,
    title: true,
  },
  {
    name: 'SHARE',
    sort: 'share',
    by: ({ percent }) => percent,
    of: ({ percent }) => `${percent}%`,
    align: 'end',
  },
  {
    name: 'SOLD',
    sort: 'sold',
    by: ({ sold }) => sold,
    of: ({ sold }) => <Money dollars={sold} />,
    align: 'end',
  },
  {
    name: 'REFUNDED',
    sort: 'refunded',
    by: ({ refunded }) => refunded,
    of: ({ refunded }) => <Money dollars={refunded} />,
    align: 'end',
  },
  {
    name: 'PAID OUT',
    sort: 'paid',
    by: ({ paidOut }) => paidOut,
    of: ({ paidOut }) => <Money dollars={paidOut} />,
    align: 'end',
  },
  {
    name: 'OWED',
    sort: 'owed',
    by: ({ owed }) => owed,
    of: ({ owed }) => <Money dollars={owed} />,
    align: 'end',
  },
]
