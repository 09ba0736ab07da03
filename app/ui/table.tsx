import type { ReactNode } from 'react'
import styles from './table.module.css'

export type Column<Row> = {
  name: string
  of: (row: Row) => ReactNode
  /** Numbers stand at the end of their column. */
  align?: 'end'
  /** Takes the whole width where rows are cards on a phone. */
  wide?: boolean
  /** The cell that names its row: one per table. */
  head?: boolean
  /** For buttons: the name is told to screen readers alone. */
  unnamed?: boolean
  /** In one line, however long. */
  whole?: boolean
  /** Opens the card on a phone, without its name: for the cell by which people know the row. */
  title?: boolean
  /** In the card, beside its name instead of below it. */
  inline?: boolean
}

/** Rows under named columns; on a phone each row is a card with the names beside its values. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  foot,
}: {
  /** What the table lists, for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  foot?: ReactNode
}) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, align, unnamed }) => (
            <th key={name} scope="col" data-align={align}>
              {unnamed ? <span className="visually-hidden">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <Cell key={column.name} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
      {foot ? <tfoot>{foot}</tfoot> : null}
    </table>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { name, of, align, wide, head, unnamed, whole, title, inline } = column
  const Tag = head ? 'th' : 'td'
  return (
    <Tag
      scope={head ? 'row' : undefined}
      data-label={unnamed || title ? undefined : name}
      data-align={align}
      data-wide={wide || title || inline || undefined}
      data-title={title || undefined}
      data-inline={inline || undefined}
      data-whole={whole || undefined}
    >
      {of(row)}
    </Tag>
  )
}

/** What can be done with a row, side by side. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

/** An opaque id: small, and broken anywhere rather than wide. */
export function Id({ children }: { children: string }) {
  return <span className={styles.id}>{children}</span>
}

/** An address that is broken at its @ first, where it must be. */
export function Email({ children }: { children: string }) {
  const at = children.lastIndexOf('@')
  return (
    <span className={styles.email}>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  )
}

/** Spec section 2: a green tick. `text` says what it means. */
export function Tick({ text }: { text: string }) {
  return (
    <span className={styles.tick} role="img" aria-label={text}>
      ✓
    </span>
  )
}

/** Spec section 2: a red cross. `text` says what it means. */
export function Cross({ text }: { text: string }) {
  return (
    <span className={styles.cross} role="img" aria-label={text}>
      ✕
    </span>
  )
}
