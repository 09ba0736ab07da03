import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import type { Period } from '#shared/kernel/fields.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { saveFile } from '#app/platform/api/save-file.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PERIODS, type PeriodName, periodOf } from './period.ts'
import styles from './sales.module.css'
import { Sums } from './sums.tsx'

/** Lets an admin choose a period, see its sales, and download its orders as a CSV file. */
export function ExportSales() {
  const { name, period, choose, change } = usePeriod()
  const save = useMutation({
    mutationFn: () => saveFile(orderAdmin.export, { query: period }),
    onError: (error) => toast.error(error.message),
  })
  return (
    <form
      className={`stack-3 pad-2 box ${styles.export}`}
      aria-label="Export sales"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      <div className={`stack-2 ${styles.fields}`}>
        <SelectField
          label="Period"
          value={name}
          onChange={(event) => choose(event.target.value as PeriodName)}
          required
        >
          {Object.entries(PERIODS).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        <Field
          label="From"
          type="date"
          value={period.from}
          max={period.to}
          onChange={(event) => change({ from: event.target.value })}
          required
        />
        <Field
          label="To"
          type="date"
          value={period.to}
          min={period.from}
          onChange={(event) => change({ to: event.target.value })}
          required
        />
        <Button type="submit" busy={save.isPending}>
          Download CSV
        </Button>
      </div>
      <Sold period={period} />
    </form>
  )
}

function usePeriod() {
  const [name, setName] = useState<PeriodName>('this-month')
  const [period, setPeriod] = useState<Period>(() => periodOf('this-month', dayOf(new Date())))
  const choose = (chosen: PeriodName) => {
    setName(chosen)
    if (chosen !== 'custom') setPeriod(periodOf(chosen, dayOf(new Date())))
  }
  const change = (part: Partial<Period>) => {
    setName('custom')
    setPeriod({ ...period, ...part })
  }
  return { name, period, choose, change }
}

/** The sales of the period. There is no request until both days are complete. */
function Sold({ period }: { period: Period }) {
  const isComplete = period.from !== '' && period.to !== '' && period.from <= period.to
  const answer = useQuery({
    ...ask(orderAdmin.sales, { query: period }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  if (!isComplete) return <p>Choose a first day, and a last day on or after it.</p>
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  return <Sums of={answer.data} isOld={answer.isPlaceholderData} />
}
