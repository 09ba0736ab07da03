import { Link } from 'react-router'
import type { ImportRun } from '#shared/backoffice/api/imports.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import styles from './import.module.css'

/** The last imports. */
export function Runs({ of: runs }: { of: ImportRun[] }) {
  return (
    <section className={`stack-2 ${styles.part}`} aria-labelledby="last">
      <h2 id="last">Last imports</h2>
      <Table label="Last imports" columns={COLUMNS} rows={runs} keyOf={({ _id }) => _id} />
    </section>
  )
}

const COLUMNS: Column<ImportRun>[] = [
  {
    name: 'FILE',
    of: ({ _id, fileName }) => <Link to={`/admin/import/${_id}`}>{fileName}</Link>,
    rowHeader: true,
    title: true,
  },
  { name: 'KIND', of: ({ kind }) => (kind === 'products' ? 'Products' : 'Customers'), inline: true },
  {
    name: 'WHEN',
    of: ({ createdAt }) => formatDate(createdAt, 'shortDayAndTime'),
    noWrap: true,
    inline: true,
  },
  { name: 'STATE', of: stateOf, inline: true },
]

export function stateOf({ state, done, counts, skipped }: ImportRun): string {
  const left = counts.broken + skipped
  switch (state) {
    case 'reading':
      return 'Reading the file'
    case 'ready':
      return 'Ready to import'
    case 'running':
      return `Importing, ${formatNumber(done)} of ${formatNumber(counts.create + counts.change)}`
    case 'done':
      return `Done, ${formatNumber(done)} imported${left > 0 ? `, ${formatNumber(left)} left out` : ''}`
    case 'cancelled':
      return `Canceled, ${formatNumber(done)} imported`
    case 'failed':
      return 'Cannot be read'
  }
}
