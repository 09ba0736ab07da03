import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { works } from '#shared/catalog/api/works.ts'
import { ask } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminPage, AdminLoading } from '#app/platform/admin/admin-page.tsx'

/** What is owed to each artist with works. */
export default function StatementList() {
  return <AdminPage>{() => <List />}</AdminPage>
}

function List() {
  const list = useQuery(ask(works.statements, {}))
  if (list.isError) return <LoadError error={list.error} retry={list.refetch} />
  if (!list.data) return <AdminLoading what="statements" />
  if (list.data.length === 0) return <p>No artist has works yet. Add works first.</p>
  return <Table label="Statements" columns={COLUMNS} rows={list.data} keyOf={({ artist }) => artist._id} />
}

type Row = Reply<typeof works.statements>[number]

const COLUMNS: Column<Row>[] = [
  {
    name: 'ARTIST',
    of: ({ artist }) => <Link to={`/admin/statements/${artist._id}`}>{artist.name}</Link>,
    rowHeader: true,
    title: true,
  },
  { name: 'SHARE', of: ({ percent }) => `${percent}%`, align: 'end' },
  { name: 'SOLD', of: ({ sold }) => <Money dollars={sold} />, align: 'end' },
  { name: 'REFUNDED', of: ({ refunded }) => <Money dollars={refunded} />, align: 'end' },
  { name: 'PAID OUT', of: ({ paidOut }) => <Money dollars={paidOut} />, align: 'end' },
  { name: 'OWED', of: ({ owed }) => <Money dollars={owed} />, align: 'end' },
]
