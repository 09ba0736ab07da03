import { useQuery } from '@tanstack/react-query'
import { coffeeCost, type CoffeeCost, type SizeCost } from '#shared/roastery/api/coffee-cost.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { sizeText } from '#shared/kernel/sizes.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { AllowedLink } from '#app/platform/admin/allowed-link.tsx'
import styles from './coffee-cost.module.css'
import { LotCosts } from './lot-costs.tsx'
import { PackagingForm } from './packaging-form.tsx'

/** The cost and margin of coffees by size, the cost of packaging, and the real cost of lots. */
export default function CoffeeCostPage() {
  return (
    <AdminPage
      title="Coffee cost"
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
  const answer = useQuery(ask(coffeeCost.coffees, {}))
  if (answer.isPending) return <AdminLoading what="costs" />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  const { coffees, packaging, stamp, subscriptionPercent, inPounds } = answer.data
  if (coffees.length === 0) return <p>There is no coffee yet. Add one under Products.</p>
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
          columns={columnsOf(inPounds)}
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

function columnsOf(inPounds: boolean): Column<Row>[] {
  const perWeight = (perKilogram: number) =>
    inPounds ? `${formatDollars(perKilogram * POUND)} per lb` : `${formatDollars(perKilogram)} per kg`
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
                      {warning}. <AllowedLink to="/admin/recipes">Recipes</AllowedLink>
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
            <div className={margin < 0 ? styles.loss : styles.margin}>
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
