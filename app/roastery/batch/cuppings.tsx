import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Cupping, cuppings as contract, type WholeBatch } from '#shared/roastery/api/batches.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { type Column, RowActions, Table } from '#app/platform/ui/table.tsx'
import { AdminLoading } from '#app/platform/admin/admin-page.tsx'
import { DeleteButton } from '#app/platform/admin/delete-button.tsx'
import styles from './batch.module.css'
import { CuppingForm } from './cupping-form.tsx'
import {
  cuppingFields,
  CUPS,
  SCA_CUPS,
  SCA_SCORES,
  SHORT_SCORES,
} from '#shared/roastery/resources/cupping.ts'

/** The cuppings of a batch beside the labels of its coffees, the form, and the cuppings of other batches of the roast. */
export function Cuppings({ batch, user }: { batch: WholeBatch; user: string }) {
  const answer = useQuery(ask(contract.ofBatch, { params: { id: batch._id } }))
  return (
    <section className="stack-2" aria-labelledby="cuppings">
      <h2 id="cuppings">Cupping</h2>
      <Labels batch={batch} />
      {answer.isPending ? <AdminLoading what="cuppings" /> : null}
      {answer.isError ? <LoadError error={answer.error} retry={answer.refetch} /> : null}
      {answer.data ? (
        <Lists batch={batch} user={user} reload={() => void answer.refetch()} {...answer.data} />
      ) : null}
    </section>
  )
}

/** The tasting notes that are printed on the bags. */
function Labels({ batch: { coffees } }: { batch: WholeBatch }) {
  if (coffees.length === 0) return <p>No recipe contains this roast.</p>
  return (
    <dl className={styles.facts}>
      {coffees.map(({ _id, name, cuppingNote }) => (
        <div key={_id} className={styles.fact}>
          <dt>Label of {name}</dt>
          <dd>{cuppingNote || 'No tasting notes'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The id of the open form: that of a cupping, `NEW`, or null if none is open. */
type Open = string | null
const NEW = 'new'

function Lists({
  batch,
  user,
  reload,
  cuppings,
  others,
}: {
  batch: WholeBatch
  user: string
  reload: () => void
  cuppings: Cupping[]
  others: Cupping[]
}) {
  const [open, setOpen] = useState<Open>(null)
  const edited = cuppings.find(({ _id }) => _id === open)
  const close = () => setOpen(null)
  return (
    <>
      {cuppings.length === 0 ? (
        <p>This batch has not been cupped yet.</p>
      ) : (
        <Table
          label="Cuppings of this batch"
          columns={[...COLUMNS, actions(setOpen)]}
          rows={cuppings}
          keyOf={({ _id }) => _id}
        />
      )}
      {batch.state !== 'roasted' ? <p>It can be cupped after it is roasted.</p> : null}
      {batch.state === 'roasted' && open === null ? (
        <div>
          <Button look="line" onClick={() => setOpen(NEW)}>
            Add cupping
          </Button>
        </div>
      ) : null}
      {open === NEW || edited ? (
        <CuppingForm key={open} {...{ batch, user, cupping: edited ?? null, reload, close }} />
      ) : null}
      {others.length === 0 ? null : (
        <>
          <h3>Other batches of {batch.roast.name}</h3>
          <Table
            label={`Cuppings of other batches of ${batch.roast.name}`}
            columns={[BATCH, ...COLUMNS.map((column) => ({ ...column, rowHeader: false, title: false }))]}
            rows={others}
            keyOf={({ _id }) => _id}
          />
        </>
      )}
    </>
  )
}

const BATCH: Column<Cupping> = {
  name: 'BATCH',
  of: ({ batch: { _id, code } }) => <Link to={`/admin/batch/${_id}`}>{code}</Link>,
  rowHeader: true,
  title: true,
  noWrap: true,
}

const COLUMNS: Column<Cupping>[] = [
  {
    name: 'DAY',
    of: ({ cuppedOn }) => formatDate(cuppedOn, 'shortDay'),
    rowHeader: true,
    title: true,
    noWrap: true,
  },
  { name: 'BY', of: ({ cupper }) => cupper, inline: true },
  {
    name: 'SCORE',
    of: ({ total, overall }) => <strong>{total === null ? `${overall} of 10` : total.toFixed(2)}</strong>,
    noWrap: true,
    inline: true,
  },
  {
    name: 'NOTES AND SCORES',
    of: (cupping) => (
      <>
        {cupping.notes ? <div className="pre-line">{cupping.notes}</div> : null}
        <small>{scoresText(cupping)}</small>
      </>
    ),
    wide: true,
  },
]

function actions(setOpen: (id: string) => void): Column<Cupping> {
  return {
    name: 'ACTIONS',
    hideName: true,
    align: 'end',
    of: ({ _id, cuppedOn }) => {
      const name = `the cupping of ${formatDate(cuppedOn, 'shortDay')}`
      return (
        <RowActions>
          <Button look="quiet" aria-label={`Edit ${name}`} onClick={() => setOpen(_id)}>
            Edit
          </Button>
          <DeleteButton
            name={name}
            remove={() => call(contract.remove, { params: { id: _id } })}
            done="Cupping deleted"
            of={['roastery']}
          />
        </RowActions>
      )
    },
  }
}

/** The scores of a cupping as text: 'Aroma 7, acidity 8, …'. Cups are named only if not all five were good. */
function scoresText(cupping: Cupping): string {
  const isSca = cupping.form === 'SCA form'
  const scores = (isSca ? SCA_SCORES : SHORT_SCORES).map((name) => {
    const score = cupping[name]
    return `${cuppingFields[name].label} ${score === null ? '—' : isSca ? score.toFixed(2) : score}`
  })
  const cups = SCA_CUPS.filter((name) => cupping[name] < CUPS).map(
    (name) => `${cuppingFields[name].label} ${cupping[name]} of ${CUPS} cups`,
  )
  const defects = (['taintCups', 'faultCups'] as const)
    .filter((name) => cupping[name] > 0)
    .map((name) => `${cuppingFields[name].label}: ${cupping[name]}`)
  const [first = '', ...rest] = [...scores, ...(isSca ? [...cups, ...defects] : [])]
  return [first, ...rest.map((text) => text.slice(0, 1).toLowerCase() + text.slice(1))].join(', ')
}
