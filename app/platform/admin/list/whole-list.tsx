/** Lists of which the browser has all rows, because a shop has few of them. It sorts them, and shows them page by page. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { capitalized } from '#shared/kernel/counts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import type { Column } from '../../ui/table.tsx'
import { AdminLoading } from '../admin-page.tsx'
import { RowsChoice, useListOrder, usePageInQuery } from './filters.tsx'
import { ListFoot, SortedTable, type TableProps } from './sorted-table.tsx'

/** A list with its states: loading, failed, empty, and the table. */
export function WholeList<Row>({
  answer,
  what,
  columns,
  empty,
  ...table
}: Pick<WholeTableProps<Row>, 'base' | 'keyOf'> & {
  answer: UseQueryResult<Row[]>
  /** The name of the items: 'works'. */
  what: string
  columns: Column<Row>[] | ((rows: Row[]) => Column<Row>[])
  /** What an empty list shows. */
  empty: ComponentProps<typeof EmptyState>
}) {
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (answer.data === undefined) return <AdminLoading what={what} />
  const rows = answer.data
  if (rows.length === 0) return <EmptyState {...empty} />
  return (
    <WholeTable
      {...table}
      label={capitalized(what)}
      columns={typeof columns === 'function' ? columns(rows) : columns}
      rows={rows}
    />
  )
}

type WholeTableProps<Row> = TableProps<Row> & {
  base: string
  /** Whether all rows are on one page, because some of them may be chosen. */
  isOnePage?: boolean
}

/** The table of such a list. A page number after the last page shows the last page. */
export function WholeTable<Row>({ base, isOnePage = false, ...table }: WholeTableProps<Row>) {
  const { columns, rows, keyOf } = table
  const sorts = Object.fromEntries(
    columns.flatMap(({ sort, align }) => (sort ? [[sort, align === 'end' ? 'desc' : 'asc'] as const] : [])),
  )
  const { query, sorting } = useListOrder(base, sorts)
  const { page: asked, to } = usePageInQuery(base)
  const sorted = inOrder(rows, columns.find(({ sort }) => sort && sort === query.sort)?.by, keyOf)
  const shown = query.order === 'desc' ? sorted.toReversed() : sorted
  const size = isOnePage ? rows.length : query.pageSize
  const pages = Math.ceil(rows.length / size)
  const page = Math.min(asked, Math.max(1, pages))
  return (
    <>
      <SortedTable {...table} rows={shown.slice((page - 1) * size, page * size)} sorting={sorting} />
      {!isOnePage && rows.length > MOST_WITHOUT_PAGES ? (
        <ListFoot>
          <Pagination page={page} pages={pages} to={to} />
          <RowsChoice base={base} />
        </ListFoot>
      ) : null}
    </>
  )
}

/** The smallest page. A list that is not longer needs no choice of rows. */
const MOST_WITHOUT_PAGES = 10

type By<Row> = Column<Row>['by']

/** The rows sorted by a value and then by id; not sorted without `by`. Rows without a value come first, as on the server. */
function inOrder<Row>(rows: Row[], by: By<Row>, keyOf: (row: Row) => string): Row[] {
  if (!by) return rows
  return rows.toSorted(
    (one, other) => compare(by(one) ?? '', by(other) ?? '') || (keyOf(one) < keyOf(other) ? -1 : 1),
  )
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : COLLATOR.compare(String(a), String(b))
}

/** Numbers within texts are compared as numbers: *Lot 9* comes before *Lot 10*. */
const COLLATOR = new Intl.Collator('en', { numeric: true })
