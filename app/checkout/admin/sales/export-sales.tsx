import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { orderAdmin, type Sales } from '#shared/checkout/api/order-admin.ts'
import { VIA_TEXTS } from '#shared/kernel/order-state-names.ts'
import type { Period } from '#shared/kernel/fields.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import { formatRate, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { saveFile } from '#app/platform/api/save-file.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { useBusiness } from '#app/platform/api/business.ts'
import { Skeleton } from '#app/platform/ui/skeleton.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { PERIODS, type PeriodName, periodOf } from './period.ts'
import styles from './sales.module.css'

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

/** The invoices of wholesale accounts, which the other sums do not contain. */
function Wholesale({ of }: { of: Sales['wholesale'] | undefined }) {
  if (!of || (of.invoices === 0 && of.totalPrice === 0)) return null
  return (
    <>
      <Sum name={`Wholesale, ${counted(of.invoices, 'invoice')}`}>
        <Money dollars={of.totalPrice} />
      </Sum>
      <Sum name="of it tax">
        <Money dollars={of.taxPrice} />
      </Sum>
    </>
  )
}

/** The totals of a period after its refunds. The CSV file ends with the same totals. */
export function Sums({ of: sales, isOld }: { of?: Sales; isOld: boolean }) {
  const { tax } = useBusiness()
  const kept = sales?.kept
  const taxes = sales?.taxes.length ? sales.taxes : [tax]
  const hasOtherBasis = kept !== undefined && kept.otherBasis > 0
  return (
    <>
      <dl className={`pad-top-2 rule-soft ${styles.sums}`} aria-busy={isOld || undefined}>
        <Sum name="Orders">{kept && formatNumber(kept.orders)}</Sum>
        <Sum name="Items">{kept && <Money dollars={kept.itemsPrice} />}</Sum>
        {kept && kept.discounts > 0 ? (
          <Sum name="Discounts given">
            <Money dollars={kept.discounts} />
          </Sum>
        ) : null}
        <Sum name="Shipping">{kept && <Money dollars={kept.shippingPrice} />}</Sum>
        {sales && sales.refunded.taxPrice > 0 ? (
          <>
            <Sum name="Tax collected">
              <Money dollars={sales.paid.taxPrice} />
            </Sum>
            <Sum name="Tax refunded">
              −<Money dollars={sales.refunded.taxPrice} />
            </Sum>
          </>
        ) : null}
        <Sum name="Tax after refunds">{kept && <Money dollars={kept.taxPrice} />}</Sum>
        {kept && kept.goodwill !== 0 ? (
          <Sum name="Goodwill">
            −<Money dollars={Math.abs(kept.goodwill)} />
          </Sum>
        ) : null}
        <Sum name="Total after refunds">{kept && <Money dollars={kept.totalPrice} />}</Sum>
        <ByVia of={sales?.vias ?? []} />
        <Wholesale of={sales?.wholesale} />
        <Sum name={taxedText(taxes)}>{kept && <Money dollars={basisOf(kept)} />}</Sum>
      </dl>
      <p className="measure-form soft">
        Orders by the day on which they were paid, less refunds by the day on which they were made.
        {sales && sales.refunded.totalPrice > 0 ? (
          <>
            {' '}
            Subtracted: <Money dollars={sales.refunded.totalPrice} /> of refunds, also of orders that were
            paid before{sales.refunded.orders > 0 ? `, ${sales.refunded.orders} of them in full` : ''}.
          </>
        ) : null}
        {hasOtherBasis ? (
          <>
            {' '}
            <Money dollars={kept.otherBasis} /> of the taxed sales was not food, which some states tax at
            another rate.
          </>
        ) : null}
      </p>
    </>
  )
}

/** The part of the total from orders that staff placed by phone and at the counter. */
function ByVia({ of: vias }: { of: Sales['vias'] }) {
  return vias.map(({ via, orders, kept }) =>
    via === 'web' || orders === 0 ? null : (
      <Sum key={via} name={`Part of it ${VIA_TEXTS[via]}`}>
        <Money dollars={kept} />
      </Sum>
    ),
  )
}

/** `Taxed at 1% in VA, after refunds`. After a change of the tax rule, it has all rates of the period. */
function taxedText(taxes: Sales['taxes']): string {
  return `Taxed at ${taxes.map((each) => `${formatRate(each)} in ${each.state}`).join(', ')}, after refunds`
}

function basisOf({ foodBasis, otherBasis }: Sales['kept']): number {
  return toDollars(toCents(foodBasis) + toCents(otherBasis))
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <Skeleton height="1.2em" width="5rem" />}</dd>
    </div>
  )
}
