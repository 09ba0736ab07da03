import { useState } from 'react'
import { counted } from '#shared/kernel/counts.ts'
import { MAX_PASTED, readPasted, type PastedLine } from '#shared/wholesale/paste.ts'
import type { OrderRow } from '#shared/wholesale/api/account-orders.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { TextareaField } from '#app/platform/ui/field.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import type { Order } from './use-order.ts'

/** Lines of a message or a spreadsheet, or a CSV file. Each line is shown as it was understood, or with what is wrong. */
export function Paste({ rows, order }: { rows: readonly OrderRow[]; order: Order }) {
  const [text, setText] = useState('')
  const lines = readPasted(text, rows)
  const good = lines.filter(({ problem }) => problem === '')
  const bad = lines.filter(({ problem }) => problem !== '')
  const take = () => {
    order.add(
      good.map(({ sizeId, qty }) => {
        const { grinds } = rows.find((row) => row.sizeId === sizeId)!
        return { sizeId, grind: grinds[0] ?? '', qty }
      }),
    )
    // What was not understood stays, to be corrected.
    setText(bad.map((line) => line.text).join('\n'))
    announce(`${counted(good.length, 'line')} taken`)
  }
  return (
    <Disclosure summary="Paste lines or a CSV file" className="full-width">
      <div className="stack-2 measure-form pad-y-2">
        <TextareaField
          label="Lines"
          unmarked
          rows={5}
          maxLength={MAX_PASTED}
          value={text}
          onChange={({ target }) => setText(target.value)}
          hint="One per line: “10 house 5 lb”, or the SKU and the number from a spreadsheet"
        />
        <label className="stack-1 small">
          A CSV file
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file) void file.slice(0, MAX_PASTED).text().then(setText)
            }}
          />
        </label>
        {lines.length > 0 ? (
          <>
            <Understood lines={lines} />
            {good.length > 0 ? (
              <Button look="line" className="self-left" onClick={take}>
                Add {counted(good.length, 'line')}
                {bad.length > 0 ? `, leave ${bad.length}` : ''}
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
    </Disclosure>
  )
}

function Understood({ lines }: { lines: readonly PastedLine[] }) {
  return (
    <ul className="stack-1 small" aria-label="What was understood">
      {lines.map((line, index) => (
        // The same line can be there twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${index} ${line.text}`} className="break-words">
          {line.problem === '' ? (
            `✓ ${line.qty} × ${line.title}`
          ) : (
            <span className="alarm">
              “{line.text}”: {line.problem}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
