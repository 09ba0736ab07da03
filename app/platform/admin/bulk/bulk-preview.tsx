/** The preview of a bulk change: before and after of each row, what else happens, and what is left out and why. */
import { useState, type ReactNode } from 'react'
import type { BulkLeftOut, BulkPreview, BulkPreviewRow } from '#shared/platform/api/bulk.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import { ADMIN_PAGES } from '#shared/platform/admin-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { AllowedLink } from '../allowed-link.tsx'
import { Changes } from '../changes.tsx'
import type { ServerAction } from './actions.ts'
import type { SentRow } from './use-press.ts'
import styles from './bulk.module.css'

type Typed = { id: string; count: number }

type Props = {
  of: BulkPreview
  action: ServerAction
  one: string
  /** The buttons that leave the step. */
  leave: ReactNode
  /** @param typed what was typed in the fields of the rows, if they have some */
  apply: (typed: Typed[] | null, rows: SentRow[]) => void
}

export function PreviewStep({ of, action, one, leave, apply }: Props) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const { rows, left, largest, notes } = of
  const hasInputs = action.withInputs !== undefined
  const values = Object.entries(typed).flatMap(([id, text]) =>
    text === '' ? [] : { id, count: Number(text) },
  )
  const changed = hasInputs
    ? rows.filter(({ inputs }) => inputs?.some(({ id }) => (typed[id] ?? '') !== ''))
    : rows
  return (
    <form
      className="stack-3"
      onSubmit={(event) => {
        event.preventDefault()
        apply(hasInputs ? values : null, changed)
      }}
    >
      <div className="stack-1" role="status">
        <p>
          {hasInputs ? `${counted(rows.length, one)} to count.` : `${counted(rows.length, one)} will change.`}
          {largest ? ` Largest change: ${largest}.` : ''}
          {left.length > 0 ? ` ${formatNumber(left.length)} left out.` : ''}
        </p>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {left.length > 0 ? <LeftOut rows={left} isOpen={rows.length === 0} /> : null}
      {rows.length > 0 ? (
        <Table
          label="Preview"
          columns={columnsOf(hasInputs, typed, (id, text) => setTyped({ ...typed, [id]: text }))}
          rows={rows}
          keyOf={(row) => row._id}
        />
      ) : null}
      <div className={`row-2 align-middle pad-y-1 mat ${styles.buttons}`}>
        {rows.length > 0 ? (
          <Button type="submit" aria-disabled={changed.length === 0}>
            {action.press(changed.length)}
          </Button>
        ) : null}
        {leave}
      </div>
    </form>
  )
}

function columnsOf(
  hasInputs: boolean,
  typed: Readonly<Record<string, string>>,
  type: (id: string, text: string) => void,
): Column<BulkPreviewRow>[] {
  return [
    { name: 'NAME', of: ({ name }) => name, rowHeader: true, title: true },
    {
      name: hasInputs ? 'NOW, AND COUNTED' : 'CHANGES',
      of: ({ name, changes, inputs }) =>
        inputs ? (
          <ul className="stack-1">
            {inputs.map(({ id, label, value }) => (
              <li key={id} className={styles.counted}>
                <span>
                  {label ? `${label}: ` : ''}
                  {formatNumber(value)} →
                </span>
                <input
                  className={styles.count}
                  type="number"
                  inputMode="numeric"
                  min={0}
                  max={1_000_000}
                  step={1}
                  aria-label={`${[name, label].filter(Boolean).join(', ')}: counted`}
                  value={typed[id] ?? ''}
                  onChange={({ target }) => type(id, target.value)}
                />
              </li>
            ))}
          </ul>
        ) : (
          <Changes of={changes} />
        ),
      wide: true,
    },
  ]
}

/** The rows that are left out, by their reasons. */
function LeftOut({ rows, isOpen }: { rows: readonly BulkLeftOut[]; isOpen: boolean }) {
  const reasons = Map.groupBy(rows, ({ reason }) => reason)
  return (
    <Disclosure summary={`${formatNumber(rows.length)} left out`} open={isOpen}>
      <ul className="stack-1">
        {[...reasons].map(([reason, of]) => (
          <li key={reason}>
            {of.map(({ name, _id }) => name || _id).join(', ')}: <Reason text={reason} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** A reason. A tab of the desk that it names, as in 'Subscriptions, Coffees that end', is a link. */
function Reason({ text }: { text: string }) {
  const page = ADMIN_PAGES.find(({ title, tabOf }) => tabOf && text.includes(`${tabOf}, ${title}`))
  if (!page) return text
  const [before, ...after] = text.split(page.title)
  return (
    <>
      {before}
      <AllowedLink to={page.to}>{page.title}</AllowedLink>
      {after.join(page.title)}
    </>
  )
}
