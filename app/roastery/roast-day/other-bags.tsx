import { useState } from 'react'
import type { DayCoffee, Packaging } from '#shared/roastery/api/roast-day.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { bothWeights } from '#shared/kernel/weights.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { Sources } from './bag-sources.tsx'
import { packageable } from './progress.ts'
import { BY_ITSELF, sourcesFor, type Chosen } from './queue/bag-coffee.ts'
import { isQueued } from './queue/queue.ts'
import styles from './roast-day.module.css'
import type { Work } from './use-work.ts'

type Props = {
  name: string
  coffee: DayCoffee
  row: Packaging
  work: Work
  pack: (qty: number, chosen: Chosen) => Promise<void>
}

/** Another number of bags, or bags of a lot or batch that a person chooses. */
export function OtherBags({ name, coffee, row, work, pack }: Props) {
  const [text, setText] = useState('')
  const [from, setFrom] = useState('')
  const chosen = chosenOf(from)
  const possible = packageable(work.day, coffee, row, chosen)
  const qty = Number(text)
  const problem = problemOf(text, possible)
  const isReady = text !== '' && problem === ''
  const { sources } = sourcesFor(work.day, coffee, { grams: row.grams, qty: isReady ? qty : 0, chosen })
  return (
    <form
      className={styles.number}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void pack(qty, chosen)
      }}
    >
      <Field
        label={`Bags of ${name}`}
        inputMode="numeric"
        autoComplete="off"
        ref={focus}
        required
        value={text}
        problem={problem}
        hint={`There is coffee for ${counted(possible, 'bag')}.`}
        onChange={({ target }) => setText(target.value)}
      />
      <SelectField
        label="Lot or batch"
        unmarked
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      >
        <option value="">The promised day’s coffee first</option>
        {choicesOf(coffee).map(({ value, what, roastedOn, gramsLeft }) => (
          <option key={value} value={value}>
            {what}, roasted {formatDate(roastedOn, 'shortMonthDay')}, {bothWeights(gramsLeft, work.unit)} left
          </option>
        ))}
      </SelectField>
      <Button type="submit" disabled={!isReady}>
        Package
      </Button>
      <Sources sources={sources} day={work.day.day} />
    </form>
  )
}

/** The lots and batches with coffee left. A lot that was made without a connection has no id in the shop yet. */
function choicesOf({ lots, parts }: DayCoffee) {
  const batches = parts.length === 1 ? parts[0]!.batches : []
  return [
    ...lots.map((lot) => ({ ...lot, value: `lot ${lot._id}`, what: `Lot ${lot.code}` })),
    ...batches.map((batch) => ({ ...batch, value: `batch ${batch._id}`, what: `Batch ${batch.code}` })),
  ].filter(({ _id, gramsLeft }) => gramsLeft > 0 && !isQueued(_id))
}

function chosenOf(value: string): Chosen {
  const [kind, id = null] = value.split(' ')
  if (kind === 'lot') return { lotId: id, batchId: null }
  return kind === 'batch' ? { lotId: null, batchId: id } : BY_ITSELF
}

const focus = (input: HTMLInputElement | null) => input?.focus()

function problemOf(text: string, possible: number): string {
  if (text === '') return ''
  if (!/^\d+$/.test(text) || Number(text) === 0) return 'Enter a number of bags'
  return Number(text) > possible ? 'There is not enough roasted coffee' : ''
}
