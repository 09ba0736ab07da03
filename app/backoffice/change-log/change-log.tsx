import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { Link } from 'react-router'
import { productBulk } from '#shared/catalog/api/product-bulk.ts'
import { counted } from '#shared/kernel/counts.ts'
import {
  changeLog,
  CHANGE_LOG_SUBJECTS,
  type ChangeLogLine,
  type ChangeLogSubject,
} from '#shared/platform/api/change-log.ts'
import { ask } from '#app/platform/api/query.ts'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import type { Column } from '#app/platform/ui/table.tsx'
import { BulkUndo } from '#app/platform/admin/bulk/bulk-undo.tsx'
import { ChangedRows, Changes } from '#app/platform/admin/changes.tsx'
import { AdminPage, AdminList } from '#app/platform/admin/admin-page.tsx'
import {
  Choice,
  Filters,
  useFilter,
  useIdFilter,
  useListOrder,
  usePageNumber,
} from '#app/platform/admin/list/filters.tsx'
import { SortedTable } from '#app/platform/admin/list/sorted-table.tsx'
import { Moment } from '#app/platform/admin/inbox.tsx'
import styles from './change-log.module.css'

const BASE = '/admin/record'

/** The audit log: who changed what, and when. */
export default function ChangeLog() {
  const page = usePageNumber()
  return <AdminPage>{() => <List page={page} />}</AdminPage>
}

function List({ page }: { page: number }) {
  const [kind] = useFilter('subject', BASE)
  const id = useIdFilter('id', BASE)
  const { query, sorting } = useListOrder(BASE, SORTS, 'date')
  const answer = useQuery({
    ...ask(changeLog.list, {
      query: {
        pageNumber: page,
        ...query,
        subject: kind in CHANGE_LOG_SUBJECTS ? (kind as ChangeLogSubject) : undefined,
        subjectId: id,
      },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      {id ? (
        <ResourceFilter name={answer.data?.lines[0]?.subjectName} />
      ) : (
        <Filters>
          <Choice
            label="Kind"
            base={BASE}
            name="subject"
            options={{ '': 'Everything', ...CHANGE_LOG_SUBJECTS }}
          />
        </Filters>
      )}
      <AdminList
        answer={answer}
        what="changes"
        page={page}
        base={BASE}
        filters={[CHANGE_LOG_SUBJECTS[kind as ChangeLogSubject], id && 'of one row']}
        isEmpty={(data) => data.lines.length === 0}
        empty={NOTHING}
      >
        {(data) => (
          <SortedTable
            label="Change log"
            columns={COLUMNS}
            rows={data.lines}
            keyOf={(line) => line._id}
            sorting={sorting}
          />
        )}
      </AdminList>
    </>
  )
}

const SORTS = { date: 'desc', who: 'asc' } as const

const NOTHING = {
  kind: 'first',
  text: 'Nothing has been changed yet. Every change that an admin makes is listed here.',
} as const

/** Shown if the list has the changes of only one resource: the name of the resource, and a link to all changes. */
function ResourceFilter({ name }: { name?: string }) {
  if (!name) return null
  return (
    <p>
      Only changes of <strong>{name}</strong>. <Link to={BASE}>Show all changes</Link>
    </p>
  )
}

const COLUMNS: Column<ChangeLogLine>[] = [
  { name: 'WHEN', sort: 'date', of: (line) => <Moment of={line.at} />, noWrap: true },
  { name: 'WHO', sort: 'who', of: (line) => <span className={styles.who}>{line.by}</span> },
  { name: 'WHAT', of: (line) => line.subjectName, rowHeader: true, title: true },
  { name: 'DONE', of: (line) => line.action, inline: true, noWrap: true },
  {
    name: 'CHANGES',
    of: (line) => (line.bulk ? <BulkChange line={line} of={line.bulk} /> : <Changes of={line.changes} />),
    wide: true,
  },
]

/** The lists whose bulk changes can be taken back here. */
const LISTS: {
  readonly [list: string]: Omit<ComponentProps<typeof BulkUndo>, 'id' | 'isUndone'> | undefined
} = {
  products: { one: 'product', endpoints: productBulk, collections: ['products', 'record'] },
}

type BulkProps = { line: ChangeLogLine; of: NonNullable<ChangeLogLine['bulk']> }

/** The first rows of a bulk change, all of them when asked, and *Undo*. */
function BulkChange({ line, of: { list, rows, isUndone } }: BulkProps) {
  const [isOpen, setOpen] = useState(false)
  const query = ask(changeLog.rows, { params: { id: line._id } })
  const all = useQuery({ ...query, enabled: isOpen && query.enabled })
  const of = LISTS[list]
  return (
    <div className="stack-1">
      {isOpen ? null : <Changes of={line.changes} />}
      {rows > 1 ? (
        <Disclosure
          summary={`All ${counted(rows, 'row')}`}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          {all.isError ? <LoadError error={all.error} retry={all.refetch} /> : null}
          <ChangedRows rows={all.data?.rows ?? []} />
        </Disclosure>
      ) : null}
      {of ? <BulkUndo {...of} id={line._id} isUndone={isUndone} /> : null}
    </div>
  )
}
