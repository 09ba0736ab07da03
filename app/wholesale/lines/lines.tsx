/** Coffees with their quantities: for a standing order, and for the order of a weekly link. */
import { useId, useState } from 'react'
import type { OrderRow } from '#shared/wholesale/api/account-orders.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Select } from '#app/platform/ui/field.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import styles from './lines.module.css'

/** A size in a grind. With 0 pieces it is not ordered. */
export type Line = { sizeId: string; grind: string; qty: number }
/** The grind that a line had first tells lines of one size apart. */
type Edited = Line & { key: string }

const MOST = 999

/** The lines that are edited, with the functions that change one and add one. Lines of goods that are not sold are left out. */
export function useLines(rows: readonly OrderRow[], first: readonly Line[]) {
  const [lines, setLines] = useState<Edited[]>(() =>
    first
      .filter(({ sizeId }) => rows.some((row) => row.sizeId === sizeId))
      .map((line) => ({ ...line, key: `${line.sizeId} ${line.grind}` })),
  )
  const set = (key: string, change: Partial<Line>) =>
    setLines((now) => now.map((line) => (line.key === key ? { ...line, ...change } : line)))
  const add = ({ sizeId, grinds, pack }: OrderRow) =>
    setLines((now) => [...now, { sizeId, grind: grinds[0] ?? '', qty: pack ?? 1, key: sizeId }])
  const dropped = first.filter(({ sizeId }) => !rows.some((row) => row.sizeId === sizeId)).length
  return { lines, set, add, dropped }
}

type Props = ReturnType<typeof useLines> & { rows: readonly OrderRow[] }

/** The lines, and a choice of the other goods. */
export function Lines({ rows, lines, set, add, dropped }: Props) {
  const others = rows.filter((row) => !lines.some(({ sizeId }) => sizeId === row.sizeId))
  return (
    <div className="stack-2">
      {dropped > 0 ? (
        <p role="status">
          {dropped === 1
            ? 'One coffee is no longer sold, and was'
            : `${dropped} coffees are no longer sold, and were`}{' '}
          left out.
        </p>
      ) : null}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <LineRow
            key={line.key}
            row={rows.find(({ sizeId }) => sizeId === line.sizeId)!}
            line={line}
            set={(change) => set(line.key, change)}
          />
        ))}
      </ul>
      {others.length > 0 ? <AddLine rows={others} add={add} /> : null}
    </div>
  )
}

export const nameOfRow = ({ name, size }: Pick<OrderRow, 'name' | 'size'>) =>
  [name, size].filter(Boolean).join(', ')

function LineRow({ row, line, set }: { row: OrderRow; line: Line; set: (change: Partial<Line>) => void }) {
  const step = row.pack ?? 1
  const name = nameOfRow(row)
  const change = (qty: number) => set({ qty: Math.max(0, Math.min(MOST, qty)) })
  return (
    <li className={`${styles.line} ${line.qty === 0 ? styles.none : ''}`}>
      <div className="may-shrink">
        <p className={styles.name}>{name}</p>
        <p className="small soft lining">
          <Money dollars={row.price} />
          {row.pack ? `, in cases of ${row.pack}` : ''}
          {row.typical > 0 ? `, usually ${row.typical}` : ''}
          {row.until ? `, roasted until ${formatDate(row.until, 'shortDay')}` : ''}
        </p>
      </div>
      <div className={styles.stepper} role="group" aria-label={`Quantity of ${name}`}>
        <button type="button" aria-label={`Fewer of ${name}`} onClick={() => change(line.qty - step)}>
          −
        </button>
        <input
          aria-label={`Pieces of ${name}`}
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={3}
          value={line.qty}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => change(Number(target.value.replace(/\D/g, '')))}
        />
        <button type="button" aria-label={`More of ${name}`} onClick={() => change(line.qty + step)}>
          +
        </button>
      </div>
      {row.grinds.length > 1 && line.qty > 0 ? (
        <Select
          aria-label={`Grind of ${name}`}
          className={styles.grind ?? ''}
          value={line.grind}
          onChange={({ target }) => set({ grind: target.value })}
        >
          {row.grinds.map((grind) => (
            <option key={grind}>{grind}</option>
          ))}
        </Select>
      ) : null}
    </li>
  )
}

function AddLine({ rows, add }: { rows: readonly OrderRow[]; add: (row: OrderRow) => void }) {
  const id = useId()
  const [chosen, setChosen] = useState('')
  const row = rows.find(({ sizeId }) => sizeId === chosen) ?? rows[0]!
  return (
    <div className={styles.add}>
      <label htmlFor={id} className="label">
        Another coffee
      </label>
      <div className="row-1 align-middle">
        <Select id={id} value={row.sizeId} onChange={({ target }) => setChosen(target.value)}>
          {rows.map((each) => (
            <option key={each.sizeId} value={each.sizeId}>
              {nameOfRow(each)}
            </option>
          ))}
        </Select>
        <Button look="line" onClick={() => add(row)}>
          Add
        </Button>
      </div>
    </div>
  )
}
