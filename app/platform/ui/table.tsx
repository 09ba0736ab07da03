import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CheckBox } from './check-field.tsx'
import { RowCheckBox } from './row-check-box.tsx'
import styles from './table.module.css'

export type Column<Row> = {
  name: string
  of: (row: Row) => ReactNode
  /** Aligns the cells at the end of the column, for numbers. */
  align?: 'end'
  /** Takes the whole width of the card on a phone. */
  wide?: boolean
  /** The row header. Each table has one such column. */
  rowHeader?: boolean
  /** Hides the column name visually, for columns of buttons. */
  hideName?: boolean
  /** Never wraps. */
  noWrap?: boolean
  /** The name by which the list can be sorted by this column. */
  sort?: string
  /** What the browser sorts by, if it has all rows of the list; null comes first. */
  by?: (row: Row) => string | number | null
  /** The title of the card on a phone, shown without the column name. */
  title?: boolean
  /** On a phone, shows the value beside the column name instead of below it. */
  inline?: boolean
}

type Order = 'asc' | 'desc'

/** How a list is sorted. */
export type Sorting = {
  /** The column; undefined in the usual order of the list. */
  sort: string | undefined
  order: Order
  /** Whether the usual order is not that of a column. */
  hasUsual: boolean
  /**
   * The address of the list sorted by a column, or in its usual order without one. Without a direction, it is the first one of
   * the column, or the opposite one if the list is sorted by this column.
   */
  to: (sort: string | undefined, order?: Order) => string
}

/** A table. On a phone each row is a card with the column names beside its values. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  foot,
  sorting,
  choosing,
}: {
  /** What the table lists, for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  foot?: ReactNode
  /** For a list that can be sorted. */
  sorting?: Sorting
  /** For a list of which rows can be chosen. */
  choosing?: Choosing<Row>
}) {
  return (
    <table className={`full-width figures ${styles.table}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <Head
              key={column.name}
              column={column}
              sorting={sorting}
              box={index === 0 && choosing ? <PageBox of={choosing} /> : null}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-chosen={choosing?.has(keyOf(row)) || undefined}>
            {columns.map((column, index) => (
              <Cell
                key={column.name}
                column={column}
                row={row}
                box={index === 0 && choosing ? <RowBox of={choosing} row={row} id={keyOf(row)} /> : null}
              />
            ))}
          </tr>
        ))}
      </tbody>
      {foot ? <tfoot>{foot}</tfoot> : null}
    </table>
  )
}

/** Which rows are chosen. The first column has the checkboxes, so that the columns stay as they are. */
export type Choosing<Row> = {
  has: (id: string) => boolean
  set: (ids: readonly string[], isChosen: boolean) => void
  /** How many rows of the page are chosen. */
  page: 'none' | 'some' | 'all'
  togglePage: () => void
  /** The name of the row, for the label of its checkbox. */
  nameOf: (row: Row) => string
}

function PageBox<Row>({ of: { page, togglePage } }: { of: Choosing<Row> }) {
  return (
    <CheckBox
      ref={(box) => {
        if (box) box.indeterminate = page === 'some'
      }}
      aria-label="Choose all rows of the page"
      checked={page === 'all'}
      onChange={togglePage}
    />
  )
}

function RowBox<Row>({ of, row, id }: { of: Choosing<Row>; row: Row; id: string }) {
  return <RowCheckBox id={id} aria-label={`Choose ${of.nameOf(row)}`} checked={of.has(id)} set={of.set} />
}

type HeadProps<Row> = { column: Column<Row>; sorting: Sorting | undefined; box: ReactNode }

/** The head of a column. One that can be sorted is a link; a second press turns the order around. */
function Head<Row>({ column: { name, align, hideName, sort }, sorting, box }: HeadProps<Row>) {
  const order = sort !== undefined && sorting?.sort === sort ? sorting.order : undefined
  const text = hideName ? <span className="visually-hidden">{name}</span> : name
  return (
    <th scope="col" data-align={align} aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}>
      {sort !== undefined && sorting ? (
        <Link to={sorting.to(sort)} className={styles.sort} preventScrollReset>
          {text}
        </Link>
      ) : box ? (
        <span className={styles.choosing}>
          {box} {text}
        </span>
      ) : (
        text
      )}
    </th>
  )
}

function Cell<Row>({ column, row, box }: { column: Column<Row>; row: Row; box: ReactNode }) {
  const { name, of, align, wide, rowHeader, hideName, noWrap, title, inline } = column
  const Tag = rowHeader ? 'th' : 'td'
  return (
    <Tag
      scope={rowHeader ? 'row' : undefined}
      data-label={hideName || title ? undefined : name}
      data-align={align}
      data-wide={wide || title || inline || undefined}
      data-title={title || undefined}
      data-inline={inline || undefined}
      data-no-wrap={noWrap || undefined}
    >
      {box ? (
        <span className={styles.choosing}>
          {box} {of(row)}
        </span>
      ) : (
        of(row)
      )}
    </Tag>
  )
}

/** The buttons of a row, side by side. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={`flex gap-2 align-middle nowrap ${styles.actions}`}>{children}</div>
}

/** An id in small type. It may wrap anywhere. */
export function Id({ children }: { children: string }) {
  return <span className={styles.id}>{children}</span>
}

/** A green tick. `text` is its meaning for screen readers. */
export function Tick({ text }: { text: string }) {
  return (
    <span className={styles.tick} role="img" aria-label={text}>
      ✓
    </span>
  )
}

/** A red cross. `text` is its meaning for screen readers. */
export function Cross({ text }: { text: string }) {
  return (
    <span className={styles.cross} role="img" aria-label={text}>
      ✕
    </span>
  )
}
