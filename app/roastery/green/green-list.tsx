import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { green, type GreenSupply, type ListedGreenLot } from '#shared/roastery/api/green.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { counted, plural } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { bothWeights, type WeightUnit } from '#shared/kernel/weights.ts'
import { ask } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { EmptyState } from '#app/platform/ui/empty-state.tsx'
import type { Column } from '#app/platform/ui/table.tsx'
import { WholeTable } from '#app/platform/admin/list/whole-list.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import styles from './green.module.css'

/** All green coffee: what is here, what is on the way, and for how many weeks it lasts. */
export default function GreenList() {
  return (
    <AdminPage
      actions={
        <>
          <ButtonLink look="line" to={urlOf(green.exportAll, {})} reloadDocument download>
            Export (CSV)
          </ButtonLink>
          <ButtonLink to={`${LIST}/${NEW}/edit`}>Add lot</ButtonLink>
        </>
      }
    >
      {() => <Lots />}
    </AdminPage>
  )
}

function Lots() {
  const answer = useQuery(ask(green.list, {}))
  const { large } = useWeightUnits()
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) return <AdminLoading what="green coffee" />
  const { lots, supply } = answer.data
  if (lots.length === 0)
    return (
      <EmptyState
        kind="first"
        text="No green coffee yet. Add a lot as soon as you have bought it, and receive it when the bags arrive."
        action={<ButtonLink to={`${LIST}/${NEW}/edit`}>Add lot</ButtonLink>}
      />
    )
  const inState = (...states: string[]) => lots.filter(({ state }) => states.includes(state))
  const onTheWay = inState('on the way').toSorted(byDueDay)
  const here = inState('here', 'used up')
  return (
    <div className="stack-4">
      <Reorder of={supply.filter(({ isToReorder }) => isToReorder)} unit={large} />
      <Sum lots={lots} unit={large} />
      {onTheWay.length > 0 ? (
        <LotSection title="On the way" columns={onTheWayColumns(large)} lots={onTheWay} />
      ) : null}
      {here.length > 0 ? <LotSection title="Here" columns={hereColumns(large)} lots={here} /> : null}
      <Supply of={supply} unit={large} />
      <Archived lots={inState('archived')} unit={large} />
    </div>
  )
}

/** Contracts without a day come last. */
function byDueDay(one: ListedGreenLot, other: ListedGreenLot): number {
  return (one.dueOn || '9999').localeCompare(other.dueOn || '9999')
}

function Reorder({ of: coffees, unit }: { of: GreenSupply[]; unit: WeightUnit }) {
  if (coffees.length === 0) return null
  return (
    <Alert tone="warning">
      <p>To reorder. The weights include what is on the way:</p>
      <ul>
        {coffees.map(({ name, gramsHere, gramsOnTheWay, reorderGrams }) => (
          <li key={name}>
            {name}: {bothWeights(gramsHere + gramsOnTheWay, unit)} left, reorder below{' '}
            {bothWeights(reorderGrams!, unit)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Sum({ lots, unit }: { lots: ListedGreenLot[]; unit: WeightUnit }) {
  const grams = lots.reduce((sum, { gramsLeft }) => sum + gramsLeft, 0)
  const value = lots.reduce((sum, lot) => sum + lot.value, 0)
  return (
    <p className={styles.amount}>
      {bothWeights(grams, unit)} <span>of green coffee is here, bought for {formatDollars(value)}</span>
    </p>
  )
}

function LotSection({
  title,
  columns,
  lots,
}: {
  title: string
  columns: Column<ListedGreenLot>[]
  lots: ListedGreenLot[]
}) {
  return (
    <section className={`stack-2 ${styles.section}`} aria-label={title}>
      <h2>{title}</h2>
      <WholeTable
        base={LIST}
        label={title}
        columns={columns}
        rows={lots}
        keyOf={({ _id }) => _id}
        isOnePage
      />
    </section>
  )
}

const LOT: Column<ListedGreenLot> = {
  name: 'LOT',
  sort: 'lot',
  by: ({ code }) => code,
  of: ({ _id, code, name }) => (
    <>
      <Link to={lotPath(_id)}>{code}</Link>
      <div>{name}</div>
    </>
  ),
  rowHeader: true,
  title: true,
}

const SUPPLIER: Column<ListedGreenLot> = {
  name: 'SUPPLIER',
  sort: 'supplier',
  by: ({ supplier }) => supplier,
  of: ({ supplier }) => supplier,
}

function onTheWayColumns(unit: WeightUnit): Column<ListedGreenLot>[] {
  return [
    LOT,
    SUPPLIER,
    {
      name: 'EXPECTED',
      sort: 'expected',
      by: ({ dueOn }) => dueOn,
      of: ({ dueOn, isOverdue }) =>
        dueOn === '' ? (
          'No day yet'
        ) : (
          <>
            {formatDate(dueOn, 'shortDay')}
            {isOverdue ? <strong className={styles.mark}> overdue</strong> : null}
          </>
        ),
      inline: true,
    },
    {
      name: 'WEIGHT',
      sort: 'weight',
      by: ({ boughtGrams: grams }) => grams,
      of: ({ boughtGrams }) => bothWeights(boughtGrams, unit),
      align: 'end',
    },
    {
      name: 'ACTIONS',
      hideName: true,
      align: 'end',
      of: ({ _id, code }) => (
        <ButtonLink look="quiet" to={lotPath(_id)} aria-label={`Receive ${code}`}>
          Receive
        </ButtonLink>
      ),
    },
  ]
}

function hereColumns(unit: WeightUnit): Column<ListedGreenLot>[] {
  return [
    LOT,
    SUPPLIER,
    {
      name: 'ARRIVED',
      sort: 'arrived',
      by: ({ arrivedOn }) => arrivedOn,
      of: ({ arrivedOn }) => formatDate(arrivedOn!, 'shortDay'),
      inline: true,
    },
    {
      name: 'COST',
      sort: 'cost',
      by: ({ costPerKg }) => costPerKg,
      of: ({ costPerKg, costPerPound }) =>
        unit === 'lb' ? `${formatDollars(costPerPound)}/lb` : `${formatDollars(costPerKg)}/kg`,
      align: 'end',
      noWrap: true,
    },
    {
      name: 'IN ROASTS',
      of: ({ roasts }) =>
        roasts.length === 0 ? '—' : roasts.map(({ _id, name }) => <div key={_id}>{name}</div>),
    },
    {
      name: 'LEFT',
      sort: 'left',
      by: ({ gramsLeft }) => gramsLeft,
      of: ({ state, gramsLeft }) =>
        state === 'used up' ? <strong className={styles.mark}>used up</strong> : bothWeights(gramsLeft, unit),
      align: 'end',
    },
  ]
}

function Supply({ of: supply, unit }: { of: GreenSupply[]; unit: WeightUnit }) {
  if (supply.length === 0) return null
  return (
    <section className={`stack-2 ${styles.section}`} aria-label="Supply">
      <h2>Supply</h2>
      <p>
        Use per week is the average weight that was weighed in per week during the last eight weeks, or what
        open orders and next week’s subscriptions need if that is more. Lots with the same name count as one
        coffee.
      </p>
      <WholeTable
        base={LIST}
        label="Supply"
        columns={supplyColumns(unit)}
        rows={supply}
        keyOf={({ name }) => name}
        isOnePage
      />
    </section>
  )
}

function supplyColumns(unit: WeightUnit): Column<GreenSupply>[] {
  const grams = (value: number) => (value === 0 ? '—' : bothWeights(value, unit))
  return [
    {
      name: 'COFFEE',
      sort: 'coffee',
      by: ({ name }) => name,
      of: ({ name }) => name,
      rowHeader: true,
      title: true,
    },
    {
      name: 'HERE',
      sort: 'here',
      by: ({ gramsHere }) => gramsHere,
      of: ({ gramsHere }) => grams(gramsHere),
      align: 'end',
    },
    {
      name: 'ON THE WAY',
      sort: 'coming',
      by: ({ gramsOnTheWay }) => gramsOnTheWay,
      of: ({ gramsOnTheWay }) => grams(gramsOnTheWay),
      align: 'end',
    },
    {
      name: 'USE PER WEEK',
      sort: 'use',
      by: ({ gramsPerWeek }) => gramsPerWeek,
      of: ({ gramsPerWeek }) => grams(gramsPerWeek),
      align: 'end',
    },
    {
      name: 'LASTS',
      sort: 'lasts',
      by: ({ weeks }) => weeks,
      of: (each) => weeksText(each.weeks),
      align: 'end',
    },
    {
      name: 'WITH WHAT IS ON THE WAY',
      of: (each) => weeksText(each.weeksWithOnTheWay),
      align: 'end',
    },
  ]
}

function weeksText(weeks: number | null): string {
  return weeks === null ? '—' : `${weeks} ${plural(weeks, 'week')}`
}

function Archived({ lots, unit }: { lots: ListedGreenLot[]; unit: WeightUnit }) {
  if (lots.length === 0) return null
  return (
    <Disclosure summary={counted(lots.length, 'archived lot')}>
      <WholeTable
        base={LIST}
        label="Archived lots"
        columns={hereColumns(unit)}
        rows={lots}
        keyOf={({ _id }) => _id}
        isOnePage
      />
    </Disclosure>
  )
}

export const LIST = '/admin/green-coffee'

export const lotPath = (id: string) => `${LIST}/${id}`
