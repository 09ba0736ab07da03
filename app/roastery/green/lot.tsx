import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { green, type GreenMove, type WholeGreenLot } from '#shared/roastery/api/green.ts'
import { TO_SHOP_STEPS, toShop } from '#shared/roastery/api/to-shop.ts'
import { capitalized, formatNumber } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { ADJUSTMENT_TEXTS } from '#shared/roastery/roastery.ts'
import { bothWeights, type WeightUnit } from '#shared/kernel/weights.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import styles from './green.module.css'
import { LotChanges } from './lot-changes.tsx'
import { LIST, lotPath } from './green-list.tsx'

/** One lot of green coffee: its data, what is left, every change of it, and what can be done with it. */
export default function LotPage() {
  const { id = '' } = useParams()
  const answer = useQuery(ask(green.one, { params: { id } }))
  const lot = answer.data
  return (
    <AdminPage
      title="Lot of green coffee"
      heading={lot ? `${lot.code}, ${lot.name}` : 'Lot of green coffee'}
      back={{ to: LIST, title: 'Green coffee' }}
      {...(lot ? { state: stateText(lot) } : {})}
      actions={
        <>
          <ButtonLink look="quiet" to={`/admin/record?subject=green&id=${id}`}>
            Change log
          </ButtonLink>
          <ButtonLink look="line" to={`${LIST}/${id}/edit`}>
            Edit
          </ButtonLink>
          {lot && lot.state !== 'archived' ? <ToShopLink id={id} /> : null}
        </>
      }
    >
      {() => (
        <AdminResource answer={answer} what="lot" gone="There is no such lot." list={LIST}>
          {(data) => <Lot lot={data} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

/** Leads to the next step from this lot to a coffee in the shop, if there is one. */
function ToShopLink({ id }: { id: string }) {
  const { data } = useQuery(ask(toShop.one, { params: { id } }))
  if (!data?.next) return null
  return (
    <ButtonLink to={`${lotPath(id)}/to-shop`}>
      To the shop: step {TO_SHOP_STEPS.indexOf(data.next) + 1} of {TO_SHOP_STEPS.length}
    </ButtonLink>
  )
}

function stateText({ state, isOverdue }: WholeGreenLot): string {
  if (isOverdue) return 'Overdue'
  return capitalized(state)
}

function Lot({ lot }: { lot: WholeGreenLot }) {
  const { large } = useWeightUnits()
  return (
    <div className="stack-4">
      {lot.state === 'on the way' ? null : (
        <p className={styles.amount}>
          {bothWeights(lot.gramsLeft, large)}{' '}
          <span>left{lot.gramsLeft > 0 ? `, bought for ${formatDollars(lot.value)}` : ''}</span>
        </p>
      )}
      <LotChanges key={lot._id} lot={lot} />
      <Facts lot={lot} unit={large} />
      {lot.moves.length > 0 ? (
        <section className={`stack-2 ${styles.section}`} aria-label="Changes">
          <h2>Changes</h2>
          <Table label="Changes" columns={moveColumns(large)} rows={lot.moves} keyOf={({ _id }) => _id} />
        </section>
      ) : null}
    </div>
  )
}

function Facts({ lot, unit }: { lot: WholeGreenLot; unit: WeightUnit }) {
  const perUnit =
    unit === 'lb' ? `${formatDollars(lot.costPerPound)}/lb` : `${formatDollars(lot.costPerKg)}/kg`
  const facts: [string, string][] = [
    ['Bought', `${bothWeights(lot.boughtGrams, unit)} for ${formatDollars(lot.cost)}, ${perUnit}`],
    ['Bags', lot.bags === null ? '' : formatNumber(lot.bags)],
    ['Expected', lot.dueOn === '' ? '' : formatDate(lot.dueOn, 'day')],
    ['Arrived', lot.arrivedOn === null ? '' : formatDate(lot.arrivedOn, 'day')],
    ['Supplier', lot.supplier],
    ['Producer', lot.producer],
    ['Origin', lot.origin],
    ['Process', lot.process],
    ['Variety', lot.variety],
    ['Altitude', lot.altitude],
    ['Crop', lot.crop],
    ['Reorder below', lot.reorderGrams === null ? '' : bothWeights(lot.reorderGrams, unit)],
    ['Story', lot.story],
    ['Notes', lot.notes],
  ]
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <Fact key={name} name={name}>
            {text}
          </Fact>
        ))}
      <Fact name="In roasts">
        {lot.roasts.length === 0
          ? 'None'
          : lot.roasts.map(({ _id, name }, index) => (
              <span key={_id}>
                {index > 0 ? ', ' : ''}
                <Link to={`/admin/roasts/${_id}/edit`}>{name}</Link>
              </span>
            ))}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function moveColumns(unit: WeightUnit): Column<GreenMove>[] {
  return [
    {
      name: 'WHEN',
      of: ({ at }) => formatDate(at, 'shortDayAndTime'),
      noWrap: true,
      rowHeader: true,
      title: true,
    },
    {
      name: 'WHAT',
      of: ({ reason, batch, note }) => (
        <>
          {batch ? (
            <>
              <Link to={`/admin/batch/${batch._id}`}>Batch {batch.code}</Link>, {batch.roast}
            </>
          ) : reason === 'batch' ? (
            'Batch'
          ) : (
            ADJUSTMENT_TEXTS[reason]
          )}
          {note ? `: ${note}` : ''}
        </>
      ),
      wide: true,
    },
    { name: 'BY', of: ({ by }) => by },
    {
      name: 'CHANGE',
      of: ({ grams }) => `${grams > 0 ? '+' : '−'}${bothWeights(Math.abs(grams), unit)}`,
      align: 'end',
      noWrap: true,
    },
    { name: 'LEFT', of: ({ left }) => bothWeights(left, unit), align: 'end', noWrap: true },
  ]
}
