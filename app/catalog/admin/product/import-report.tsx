import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ImportReport } from '#shared/catalog/api/product-admin.ts'
import { plural } from '#shared/kernel/counts.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { Changes } from '#app/platform/admin/changes.tsx'
import styles from './import.module.css'

/** The result of a dry run. `children` is the import button, which is shown only if the file has no problems. */
export function Report({ report, children }: { report: ImportReport; children: ReactNode }) {
  const { created, changed, same, problems, problemCount, rows } = report
  const hasProblems = problemCount > 0
  const hasNoChanges = !hasProblems && created + changed === 0
  return (
    <section className="stack-3" aria-label="What the file would do">
      <Alert tone={hasProblems ? 'danger' : 'note'}>
        {hasProblems ? (
          <p>
            <strong>
              {plural(problemCount, 'One cell needs', `${problemCount} cells need`)} correction.
            </strong>{' '}
            Nothing was imported. Nothing can be imported while there are problems.
          </p>
        ) : (
          <p>
            <strong>{hasNoChanges ? 'Nothing to do.' : 'Nothing has been imported yet.'}</strong> {created}{' '}
            would be created, {changed} changed{same > 0 ? `, ${same} stay as they are` : ''}.
          </p>
        )}
      </Alert>
      {hasProblems ? (
        <>
          <Table
            label="What is wrong"
            columns={PROBLEMS}
            rows={problems.map(withKey)}
            keyOf={({ key }) => key}
          />
          <More shown={problems.length} all={problemCount} />
        </>
      ) : null}
      {hasProblems || hasNoChanges ? null : (
        <>
          <div>{children}</div>
          <Table label="What would happen" columns={ROWS} rows={rows} keyOf={({ row }) => String(row)} />
          <More shown={rows.length} all={created + changed} />
        </>
      )}
    </section>
  )
}

type Problem = ImportReport['problems'][number] & { key: string }

function withKey(problem: ImportReport['problems'][number], index: number): Problem {
  return { ...problem, key: String(index) }
}

const PROBLEMS: Column<Problem>[] = [
  { name: 'ROW', of: ({ row }) => row, noWrap: true, inline: true },
  { name: 'COLUMN', of: ({ column }) => column || 'the whole row' },
  { name: 'IN THE FILE', of: ({ value }) => (value ? <q>{value}</q> : 'nothing'), wide: true },
  { name: 'WHAT IS WRONG', of: ({ problem }) => problem, rowHeader: true, wide: true },
]

const ROWS: Column<ImportReport['rows'][number]>[] = [
  { name: 'ROW', of: ({ row }) => row, noWrap: true, inline: true },
  {
    name: 'PRODUCT',
    of: ({ _id, name }) => (
      <>
        {_id ? <Link to={`/admin/product/${_id}/edit`}>{name}</Link> : name}
        {_id ? null : <span className={styles.new}>New</span>}
      </>
    ),
    rowHeader: true,
    title: true,
  },
  {
    name: 'CHANGES',
    of: ({ _id, changes, notes }) => (
      <>
        <Changes of={changes} isNew={_id === null} />
        {notes?.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </>
    ),
    wide: true,
  },
]

function More({ shown, all }: { shown: number; all: number }) {
  return shown < all ? <p>… and {all - shown} more.</p> : null
}
