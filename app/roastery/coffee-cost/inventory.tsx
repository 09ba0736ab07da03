import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  coffeeCost,
  type Inventory,
  type InventoryLine,
  type InventoryPlace,
} from '#shared/roastery/api/coffee-cost.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { dayOf, formatDate } from '#shared/kernel/dates.ts'
import { bothWeights, type WeightUnit } from '#shared/kernel/weights.ts'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import styles from './coffee-cost.module.css'

/** The coffee of the roastery and its value at the end of a day. */
export default function InventoryPage() {
  const [search, setSearch] = useSearchParams()
  const [today] = useState(() => dayOf(new Date()))
  const day = search.get('day') ?? today
  return (
    <AdminPage
      actions={
        <ButtonLink
          look="quiet"
          to={urlOf(coffeeCost.exportInventory, { query: { day } })}
          reloadDocument
          download
        >
          Download as CSV
        </ButtonLink>
      }
    >
      {() => (
        <div className="stack-6">
          <div className={styles.day}>
            <Field
              label="At the end of"
              type="date"
              required
              max={today}
              value={day}
              onChange={({ target }) =>
                target.value === '' ? undefined : setSearch({ day: target.value }, { replace: true })
              }
            />
          </div>
          <AtDay day={day} today={today} />
        </div>
      )}
    </AdminPage>
  )
}

function AtDay({ day, today }: { day: string; today: string }) {
  const { large: unit } = useWeightUnits()
  const answer = useQuery({
    ...ask(coffeeCost.inventory, { query: { day } }),
    placeholderData: keepPreviousData,
  })
  if (answer.isPending) return <AdminLoading what="inventory" />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  const { lines, totals, value } = answer.data
  const when = answer.data.day === today ? 'now' : `at the end of ${formatDate(answer.data.day, 'day')}`
  return (
    <div className="stack-6" aria-busy={answer.isPlaceholderData || undefined}>
      <section className={`stack-2 ${styles.section}`} aria-labelledby="sums">
        <h2 id="sums">
          <Money dollars={value} /> <span className={styles.note}>{when}</span>
        </h2>
        <p>
          Green coffee is valued at the cost of its lot with freight. Roasted coffee is valued at the cost of
          the green coffee in its batches, and bags also at today’s cost of packaging. Goods with a count in
          stock are not included.
        </p>
        <Table
          label="Value by place"
          columns={totalColumns(unit)}
          rows={totals}
          keyOf={({ place }) => place}
        />
      </section>
      {lines.length === 0 ? (
        <p>There was no coffee on this day.</p>
      ) : (
        <section className={`stack-2 ${styles.section}`} aria-labelledby="lines">
          <h2 id="lines">Lots and batches</h2>
          <Table
            label="Lots, batches and bags"
            columns={lineColumns(unit)}
            rows={lines.map((line, index) => ({ ...line, index }))}
            keyOf={({ index }) => String(index)}
          />
        </section>
      )}
    </div>
  )
}

const PLACES: Record<InventoryPlace, string> = {
  green: 'Green coffee',
  roasting: 'In the roaster',
  loose: 'Roasted, loose',
  lot: 'In lots',
  bags: 'In bags',
}

function totalColumns(unit: WeightUnit): Column<Inventory['totals'][number]>[] {
  return [
    { name: 'PLACE', of: ({ place }) => PLACES[place], rowHeader: true, title: true },
    { name: 'WEIGHT', of: ({ grams }) => bothWeights(grams, unit), align: 'end', noWrap: true },
    { name: 'VALUE', of: ({ value }) => <Money dollars={value} />, align: 'end', noWrap: true },
  ]
}

function lineColumns(unit: WeightUnit): Column<InventoryLine & { index: number }>[] {
  return [
    { name: 'CODE', of: ({ code }) => code, rowHeader: true, title: true, noWrap: true },
    { name: 'WHAT', of: ({ name }) => name, inline: true },
    { name: 'PLACE', of: ({ place }) => PLACES[place], noWrap: true },
    { name: 'BAGS', of: ({ bags }) => (bags === null ? '' : formatNumber(bags)), align: 'end' },
    { name: 'WEIGHT', of: ({ grams }) => bothWeights(grams, unit), align: 'end', noWrap: true },
    { name: 'VALUE', of: ({ value }) => <Money dollars={value} />, align: 'end', noWrap: true },
  ]
}
