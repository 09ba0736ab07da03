import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { coffeeCost, type LotCost } from '#shared/roastery/api/coffee-cost.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { bothWeights } from '#shared/kernel/weights.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminLoading } from '#app/platform/admin/admin-page.tsx'
import styles from './coffee-cost.module.css'

/** What lots really cost, compared with their cost by the recipe. */
export function LotCosts() {
  const [page, setPage] = useState(1)
  const answer = useQuery({
    ...ask(coffeeCost.lots, { query: { pageNumber: page } }),
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
          <p>No lots yet. A lot is made on a roast day, when roasted coffee is blended or packaged.</p>
        ) : (
          <>
            <Table
              label="Cost of lots"
              columns={columnsOf(answer.data.inPounds)}
              rows={answer.data.lots}
              keyOf={({ _id }) => _id}
            />
            {answer.data.pages > 1 ? (
              <div className="flex gap-2">
                <Button look="quiet" aria-disabled={page === 1} onClick={() => setPage(page - 1)}>
                  Newer lots
                </Button>
                <Button
                  look="quiet"
                  aria-disabled={page >= answer.data.pages}
                  onClick={() => setPage(page + 1)}
                >
                  Older lots
                </Button>
              </div>
            ) : null}
          </>
        )
      ) : null}
    </section>
  )
}

function columnsOf(inPounds: boolean): Column<LotCost>[] {
  return [
    { name: 'LOT', of: ({ code }) => code, rowHeader: true, title: true, noWrap: true },
    { name: 'COFFEE', of: ({ product }) => product.name, inline: true },
    { name: 'ROASTED', of: ({ roastedOn }) => formatDate(roastedOn, 'shortDay'), noWrap: true },
    {
      name: 'WEIGHT',
      of: ({ grams }) => bothWeights(grams, inPounds ? 'lb' : 'kg'),
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
    <span className={cents > 0 ? styles.loss : undefined}>
      {cents > 0 ? '+' : '−'}
      <Money dollars={toDollars(Math.abs(cents))} />
    </span>
  )
}
