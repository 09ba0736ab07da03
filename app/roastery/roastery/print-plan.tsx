import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { roastPlan, type RoastPlan } from '#shared/roastery/api/roast-plan.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { ask } from '#app/platform/api/query.ts'
import { RequireStaff } from '#app/platform/session/guard.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Skeleton } from '#app/platform/ui/skeleton.tsx'
import styles from './print-plan.module.css'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'

/** The plan of a day as one page to print: the green coffee to weigh, and the bags to package. */
export default function PrintPlan() {
  const { day = '' } = useParams()
  return (
    <section className={`stack-3 ${styles.page}`}>
      <PageHead title="Roast plan of a day" hidden />
      <div className="row-2 align-middle apart screen-only">
        <Link to={`/admin/roastery/${day}`}>
          <span aria-hidden="true">←</span> Back to the plan
        </Link>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <RequireStaff access="packer" skeleton={<Skeleton height="60rem" />}>
        {() => <Sheet day={day} />}
      </RequireStaff>
    </section>
  )
}

function Sheet({ day }: { day: string }) {
  const answer = useQuery(ask(roastPlan.one, { params: { day } }))
  if (answer.isPending) return <Skeleton height="60rem" />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  const plan = answer.data
  return (
    <div className={`stack-3 ${styles.sheet}`}>
      <h1 className="size-h2">{formatDate(day, 'weekday')}</h1>
      {plan.note ? <p>{plan.note}</p> : null}
      <BatchTable plan={plan} />
      <BagTable plan={plan} />
    </div>
  )
}

function BatchTable({ plan: { batches } }: { plan: RoastPlan }) {
  const weigh = useWeigh()
  return (
    <table>
      <caption>Batches</caption>
      <thead>
        <tr>
          {['Batch', 'Roast', 'Green coffee', 'Gives', 'Weight out'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {batches.map(({ _id, code, roast, greens, greenGrams, expectedGrams, roastedGrams }) => (
          <tr key={_id}>
            <th scope="row">{code}</th>
            <td>
              {roast.name}
              <small>{roast.profile}</small>
            </td>
            <td>
              <strong>{weigh(greenGrams)}</strong>
              {greens.map(({ lot, grams }) => (
                <small key={lot._id}>
                  {weigh(grams)} {lot.code} {lot.name}
                </small>
              ))}
            </td>
            <td>{weigh(expectedGrams)}</td>
            <td className={styles.blank}>{roastedGrams === null ? '' : weigh(roastedGrams)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function BagTable({ plan: { coffees } }: { plan: RoastPlan }) {
  const rows = coffees.flatMap(({ product, sizes }) =>
    sizes.map((size) => ({ ...size, name: product.name, open: size.ordered + size.planned - size.packaged })),
  )
  return (
    <table>
      <caption>Bags to package</caption>
      <thead>
        <tr>
          {['Coffee', 'Size and grind', 'Bags'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(({ open }) => open > 0)
          .map(({ name, sizeLabel, grind, open }) => (
            <tr key={`${name}\n${sizeLabel}\n${grind}`}>
              <th scope="row">{name}</th>
              <td>{variantText({ size: sizeLabel, grind })}</td>
              <td>{open}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
