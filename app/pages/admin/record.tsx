import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { record, type Change, type RecordLine, type RecordSubject } from '#shared/api/record.ts'
import { ask } from '../../api/query.ts'
import { Table, type Column } from '../../ui/table.tsx'
import { Changes } from './changes.tsx'
import { Desk, DeskList } from './desk.tsx'
import { Choice, Filters, useFilter, usePageLinks } from './filters.tsx'
import { Moment } from './inbox.tsx'

const BASE = '/admin/record'

/** Who changed what, and when. */
export default function Record() {
  const page = Math.max(1, Number(useParams().pageNumber) || 1)
  return <Desk title="Record">{() => <List page={page} />}</Desk>
}

const KINDS: Record<RecordSubject, string> = {
  product: 'Products',
  user: 'Users',
  order: 'Orders',
  menu: 'Menu',
  artist: 'Artists',
  message: 'Messages',
  mail: 'Mail',
  shop: 'Shop',
}

function List({ page }: { page: number }) {
  const [kind] = useFilter('subject', BASE)
  const [id] = useFilter('id', BASE)
  const to = usePageLinks(BASE)
  const answer = useQuery({
    ...ask(record.list, {
      query: {
        pageNumber: page,
        subject: kind in KINDS ? (kind as RecordSubject) : undefined,
        subjectId: id || undefined,
      },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Filters>
        <Choice label="Kind" base={BASE} name="subject" options={{ '': 'Everything', ...KINDS }} />
      </Filters>
      <DeskList
        answer={answer}
        what="changes"
        page={page}
        to={to}
        isEmpty={(data) => data.lines.length === 0}
        empty="Nothing has been changed yet. Every change made at this desk will stand here."
      >
        {(data) => <Table label="Record" columns={COLUMNS} rows={data.lines} keyOf={(line) => line._id} />}
      </DeskList>
    </>
  )
}

const COLUMNS: Column<RecordLine>[] = [
  { name: 'WHEN', of: (line) => <Moment of={line.at} />, whole: true },
  { name: 'WHO', of: (line) => line.by, whole: true },
  { name: 'WHAT', of: (line) => line.subjectName, head: true },
  { name: 'DONE', of: (line) => line.action },
  { name: 'CHANGES', of: (line) => <Changes of={line.changes.map(inWords)} />, wide: true },
]

/** Lists of pictures are kept by their file names, which say nothing to people. */
function inWords(change: Change): Change {
  const [before, after] = [filesIn(change.before), filesIn(change.after)]
  if (!before || !after) return change
  const added = after.filter((file) => !before.includes(file)).length
  const isMoved = added === 0 && after.length === before.length
  const more = isMoved ? ', in another order' : added > 0 && before.length > 0 ? `, ${added} of them new` : ''
  return { field: change.field, before: pictures(before.length), after: `${pictures(after.length)}${more}` }
}

function filesIn(text: string): string[] | null {
  if (!/^\[("|\])/.test(text)) return null
  try {
    return JSON.parse(text) as string[]
  } catch {
    return null
  }
}

function pictures(count: number): string {
  return count === 1 ? '1 picture' : `${count || 'no'} pictures`
}
