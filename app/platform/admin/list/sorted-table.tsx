/** Lists of the desk that can be sorted: their tables, and a field that chooses the order where there is no head. */
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { capitalized } from '#shared/kernel/counts.ts'
import { Select } from '../../ui/field.tsx'
import { Table, type Choosing, type Column, type Sorting } from '../../ui/table.tsx'
import styles from './sorted-table.module.css'

export type TableProps<Row> = {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  choosing?: Choosing<Row>
}

/** A page of a list that the server has sorted. On a phone, where the table has no head, a field chooses the column. */
export function SortedTable<Row>({ sorting, ...table }: TableProps<Row> & { sorting: Sorting }) {
  const options = table.columns.flatMap(({ name, sort }): SortOption[] => {
    const text = capitalized(name.toLowerCase())
    return sort === undefined
      ? []
      : [
          [sort, 'asc', `${text} ↑`],
          [sort, 'desc', `${text} ↓`],
        ]
  })
  return (
    <>
      {table.rows.length < FEW ? null : (
        <div className={styles.phone}>
          <SortChoice sorting={sorting} options={options} />
        </div>
      )}
      <Table {...table} sorting={sorting} />
    </>
  )
}

/** Fewer rows are seen at once. */
const FEW = 3

/** A column, its direction, and the text that names both. */
type SortOption = [sort: string, order: 'asc' | 'desc', text: string]

/** Chooses the order of a list that has no head to press. */
export function SortChoice({ sorting, options }: { sorting: Sorting; options: SortOption[] }) {
  const navigate = useNavigate()
  const { sort, order, hasUsual, to } = sorting
  const find = (value: string) => options.find(([column, way]) => `${column} ${way}` === value)
  return (
    <Select
      aria-label="Sort by"
      className={styles.choice}
      value={sort === undefined ? '' : `${sort} ${order}`}
      onChange={({ target }) => {
        const [column, way] = find(target.value) ?? []
        void navigate(to(column, way), { replace: true, preventScrollReset: true })
      }}
    >
      {hasUsual ? <option value="">Usual order</option> : null}
      {options.map(([column, way, text]) => (
        <option key={text} value={`${column} ${way}`}>
          {text}
        </option>
      ))}
    </Select>
  )
}

/** The pages of a list in the middle, and the number of rows at the end. */
export function ListFoot({ children }: { children: ReactNode }) {
  return <div className={`row-2 align-middle apart ${styles.foot}`}>{children}</div>
}
