import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  IMPORT_PARTS,
  imports,
  type ImportItem,
  type ImportPart,
  type ImportRun,
} from '#shared/backoffice/api/imports.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { ask } from '#app/platform/api/query.ts'
import { Email } from '#app/platform/ui/email.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminList } from '#app/platform/admin/admin-page.tsx'
import { Changes } from '#app/platform/admin/changes.tsx'
import { useFilter, usePageNumber } from '#app/platform/admin/list/filters.tsx'
import styles from './import.module.css'
import { KIND_TEXTS } from './kinds.ts'

const NAMES: Record<ImportPart, string> = {
  broken: 'Problems',
  skipped: 'Left out',
  create: 'New',
  change: 'Changed',
  same: 'Unchanged',
}

/** What the import does with each item, by page. Parts without items are not offered. */
export function Preview({ run }: { run: ImportRun }) {
  const base = `/admin/import/${run._id}`
  const counts: Record<ImportPart, number> = { ...run.counts, skipped: run.skipped }
  const parts = IMPORT_PARTS.filter((part) => counts[part] > 0)
  const [chosen, choose] = useFilter('part', base)
  const part = parts.find((each) => each === chosen) ?? parts[0]
  if (!part) return null
  return (
    <section className={`stack-2 ${styles.part}`} aria-label="What the import does">
      <div className="row-1" role="group" aria-label="Show">
        {parts.map((each) => (
          <button
            key={each}
            type="button"
            className={`target box-soft ${styles.tab}`}
            aria-pressed={each === part}
            onClick={() => choose(each)}
          >
            {NAMES[each]} <span className="figures">{formatNumber(counts[each])}</span>
          </button>
        ))}
      </div>
      <Items run={run} part={part} base={base} />
    </section>
  )
}

function Items({ run, part, base }: { run: ImportRun; part: ImportPart; base: string }) {
  const page = usePageNumber()
  const answer = useQuery({
    ...ask(imports.items, { params: { id: run._id }, query: { part, pageNumber: page } }),
    placeholderData: keepPreviousData,
    // Items change their state while the import runs, and some are left out.
    refetchInterval: run.state === 'running' ? 5000 : false,
  })
  return (
    <AdminList
      answer={answer}
      what={KIND_TEXTS[run.kind].many}
      page={page}
      base={base}
      hasRows={false}
      isEmpty={({ items }) => items.length === 0}
      empty={{ kind: 'cleared', text: 'Nothing.' }}
    >
      {({ items }) => (
        <Table
          label={NAMES[part]}
          columns={part === 'broken' || part === 'skipped' ? PROBLEMS : columnsOf(run)}
          rows={items}
          keyOf={({ row, name, detail }) => `${row} ${name} ${detail}`}
        />
      )}
    </AdminList>
  )
}

const ROW: Column<ImportItem> = { name: 'ROW', of: ({ row }) => row, noWrap: true, inline: true }

const PROBLEMS: Column<ImportItem>[] = [
  ROW,
  {
    name: 'NAME',
    of: ({ name, detail }) => <bdi>{name || detail || 'A row without a name'}</bdi>,
    rowHeader: true,
    title: true,
  },
  {
    name: 'WHAT IS WRONG',
    of: ({ row, problems }) => (
      <ul className={`grid break-words ${styles.problems}`}>
        {problems.map((each) => (
          <Problem key={`${each.row} ${each.column} ${each.problem}`} of={each} item={row} />
        ))}
      </ul>
    ),
    wide: true,
  },
]

/** @param item the row of the item, which the first column shows */
function Problem({ of, item }: { of: ImportItem['problems'][number]; item: number }) {
  const { row, column, value, problem } = of
  return (
    <li>
      {row === item ? '' : `Row ${row}, `}
      {column}
      {value ? (
        <>
          {' '}
          <q>
            <bdi>{value}</bdi>
          </q>
        </>
      ) : null}
      {column || value ? ': ' : ''}
      {problem}
    </li>
  )
}

function columnsOf({ kind }: ImportRun): Column<ImportItem>[] {
  const { one, pathOf } = KIND_TEXTS[kind]
  return [
    ROW,
    {
      name: one.toUpperCase(),
      of: ({ _id, name, detail }) => (
        <>
          <bdi>{_id ? <Link to={pathOf(_id)}>{name}</Link> : name}</bdi>
          {detail ? (
            <span className={`break-words ${styles.detail}`}>
              <Email>{detail}</Email>
            </span>
          ) : null}
        </>
      ),
      rowHeader: true,
      title: true,
    },
    {
      name: 'WHAT HAPPENS',
      of: ({ action, changes, notes }) => (
        <>
          {action === 'same' && notes.length === 0 ? 'Stays as it is' : null}
          {action === 'create' ? <New of={changes} /> : <Changes of={changes} />}
          {notes.map((note) => (
            <p key={note} className="measure-form soft">
              {note}
            </p>
          ))}
        </>
      ),
      wide: true,
    },
  ]
}

/** The values of something new in one paragraph, because a page has many of them. */
function New({ of: changes }: { of: ImportItem['changes'] }) {
  return (
    <p className={`break-words ${styles.detail}`}>
      {changes
        .filter(({ field }) => !IN_NAME.has(field))
        .map(({ field, after }) => `${field}: ${after}`)
        .join(' · ')}
    </p>
  )
}

/** Fields that the column before shows. */
const IN_NAME: ReadonlySet<string> = new Set(['Name', 'Email', 'Legal name'])
