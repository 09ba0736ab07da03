import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { coffeeCost, type CoffeeCost, type LotCost, type SizeCost } from '#shared/roastery/api/coffee-cost.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { formatDollars, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { sizeText } from '#shared/kernel/sizes.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { type Column, Table } from '#app/platform/ui/table.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { AllowedLink } from '#app/platform/admin/allowed-link.tsx'
import styles from './coffee-cost.module.css'
import { PackagingForm } from './packaging-form.tsx'
import { RowsChoice, useListOrder, usePageInQuery } from '#app/platform/admin/list/filters.tsx'
import { ListFoot, SortedTable } from '#app/platform/admin/list/sorted-table.tsx'
import { EmptyState } from '#app/platform/ui/empty-state.tsx'
import { Pagination } from '#app/platform/ui/pagination.tsx'
import { formatDate } from '#shared/kernel/dates.ts'
import { bothWeights, type WeightUnit } from '#shared/kernel/weights.ts'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'

const BASE = '/admin/coffee-cost'
const SORTS = { code: 'asc', roasted: 'desc', weight: 'desc' } as const

/** The cost and margin of coffees by size, the cost of packaging, and the real cost of lots. */
export default function CoffeeCostPage() {
  return (
    <AdminPage
      actions={
        <ButtonLink look="quiet" to={urlOf(coffeeCost.export)} reloadDocument download>
          Download as CSV
        </ButtonLink>
      }
    >
      {() => <Costs />}
    </AdminPage>
  )
}

function Costs() {
  const { large } = useWeightUnits()
  const answer = useQuery(ask(coffeeCost.coffees, {}))
  if (answer.isPending) return <AdminLoading what="costs" />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  const { coffees, packaging, stamp, subscriptionPercent } = answer.data
  if (coffees.length === 0)
    return <EmptyState kind="first" text="There is no coffee yet. Add one under Products." />
  return (
    <div className="stack-6">
      <section className={`stack-2 ${styles.section}`} aria-labelledby="margins">
        <h2 id="margins">Margins</h2>
        <p>
          The cost of the coffee in a bag is the cost of its green coffee by the recipe, with the weight lost
          in roasting. Subscribers pay {subscriptionPercent}% less. Labor, rent, payment fees and postage are
          not included.
        </p>
        <Table
          label="Cost and margin of coffees by size"
          columns={sizeColumns(large)}
          rows={coffees.flatMap(rowsOf)}
          keyOf={({ size }) => size._id}
        />
      </section>
      <section className={`stack-2 ${styles.section}`} aria-labelledby="packaging">
        <h2 id="packaging">Packaging</h2>
        <p>The cost of a bag without the coffee: bag, valve, label and its share of the box.</p>
        <PackagingForm packaging={packaging} stamp={stamp} reload={() => void answer.refetch()} />
      </section>
      <LotCosts />
    </div>
  )
}

type Row = { coffee: CoffeeCost; size: SizeCost; isFirst: boolean }

const rowsOf = (coffee: CoffeeCost): Row[] =>
  coffee.sizes.map((size, index) => ({ coffee, size, isFirst: index === 0 }))

/** Kilograms per pound (NIST Handbook 44, appendix C). */
const POUND = 0.45359237

function sizeColumns(unit: WeightUnit): Column<Row>[] {
  const perWeight = (perKilogram: number) =>
    unit === 'lb' ? `${formatDollars(perKilogram * POUND)} per lb` : `${formatDollars(perKilogram)} per kg`
  return [
    {
      name: 'COFFEE AND SIZE',
      of: ({ coffee: { product, perKilogram, warnings }, size, isFirst }) => (
        <>
          {product.name}, {sizeText(size)}
          {isFirst ? (
            <>
              {perKilogram === null ? null : (
                <div className={styles.note}>{perWeight(perKilogram)} roasted</div>
              )}
              {warnings.map((warning) => (
                <div key={warning} className={styles.warning}>
                  {warning === 'There is no recipe' ? (
                    <>
                      {warning}. <AllowedLink to="/admin/recipes">Into the bag</AllowedLink>
                    </>
                  ) : (
                    warning
                  )}
                </div>
              ))}
            </>
          ) : null}
        </>
      ),
      rowHeader: true,
      title: true,
    },
    {
      name: 'COST',
      of: ({ size: { coffee, packaging, cost } }) => (
        <>
          {dollarsOr(cost)}
          <div className={styles.note}>{dollarsOr(coffee)} coffee</div>
          <div className={styles.note}>{dollarsOr(packaging)} packaging</div>
        </>
      ),
      align: 'end',
      noWrap: true,
    },
    priced('PRICE AND MARGIN', ({ size }) => size.single),
    priced('FOR SUBSCRIBERS', ({ size }) => size.subscription),
  ]
}

function dollarsOr(dollars: number | null) {
  return dollars === null ? '—' : <Money dollars={dollars} />
}

/** A price, and below it the margin in dollars and percent. */
function priced(name: string, of: (row: Row) => SizeCost['single']): Column<Row> {
  return {
    name,
    of: (row) => {
      const { price, margin, marginPercent: percent } = of(row)
      return (
        <>
          <Money dollars={price} />
          {margin === null ? null : (
            <div className={margin < 0 ? 'alarm' : 'strong'}>
              <Money dollars={margin} />
              {percent === null ? '' : `, ${percent.toFixed(1)}%`}
            </div>
          )}
        </>
      )
    },
    align: 'end',
    noWrap: true,
  }
}

/** What lots really cost, compared with their cost by the recipe. */
function LotCosts() {
  const { large } = useWeightUnits()
  const { query, sorting } = useListOrder(BASE, SORTS)
  const { page, to } = usePageInQuery(BASE)
  const answer = useQuery({
    ...ask(coffeeCost.lots, { query: { ...query, pageNumber: page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={`stack-2 ${styles.section}`} aria-labelledby="lot-costs">
      <h2 id="lot-costs">Lots</h2>
      <p>
        The real cost is the cost of the green coffee in the batches of a lot, with their loss of weight. The
        cost by the recipe is what the same weight costs by today’s recipe.
      </p>
      {answer.isPending ? <AdminLoading what="lots" /> : null}
      {answer.isError ? <LoadError error={answer.error} retry={answer.refetch} /> : null}
      {answer.data ? (
        answer.data.lots.length === 0 ? (
          <EmptyState
            kind="first"
            text="No lots yet. A lot is made on a roast day, when roasted coffee is blended or packaged."
          />
        ) : (
          <>
            <SortedTable
              label="Cost of lots"
              sorting={sorting}
              columns={lotColumns(large)}
              rows={answer.data.lots}
              keyOf={({ _id }) => _id}
            />
            <ListFoot>
              <Pagination page={page} pages={answer.data.pages} to={to} />
              <RowsChoice base={BASE} />
            </ListFoot>
          </>
        )
      ) : null}
    </section>
  )
}

function lotColumns(unit: WeightUnit): Column<LotCost>[] {
  return [
    { name: 'LOT', sort: 'code', of: ({ code }) => code, rowHeader: true, title: true, noWrap: true },
    { name: 'COFFEE', of: ({ product }) => product.name, inline: true },
    {
      name: 'ROASTED',
      sort: 'roasted',
      of: ({ roastedOn }) => formatDate(roastedOn, 'shortDay'),
      noWrap: true,
    },
    {
      name: 'WEIGHT',
      sort: 'weight',
      of: ({ grams }) => bothWeights(grams, unit),
      align: 'end',
      noWrap: true,
    },
    { name: 'REAL COST', of: ({ real }) => <Money dollars={real} />, align: 'end', noWrap: true },
    {
      name: 'BY THE RECIPE',
      of: ({ standard }) => (standard === null ? 'No recipe' : <Money dollars={standard} />),
      align: 'end',
      noWrap: true,
    },
    { name: 'DIFFERENCE', of: differenceOf, align: 'end', noWrap: true },
  ]
}

function differenceOf({ real, standard }: LotCost) {
  if (standard === null) return '—'
  const cents = toCents(real) - toCents(standard)
  if (cents === 0) return 'None'
  return (
    <span className={cents > 0 ? 'alarm' : undefined}>
      {cents > 0 ? '+' : '−'}
      <Money dollars={toDollars(Math.abs(cents))} />
    </span>
  )
}
