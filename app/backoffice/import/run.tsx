import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { imports, type ImportRun } from '#shared/backoffice/api/imports.ts'
import { counted, formatNumber, plural } from '#shared/kernel/counts.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { Categories } from './categories.tsx'
import styles from './import.module.css'
import { KIND_TEXTS } from './kinds.ts'
import { Preview } from './preview.tsx'

const LIST = '/admin/import'
const SECOND = 1000

/** One import: its preview, the button that starts it, and its progress. */
export default function ImportRunPage() {
  const { id = '' } = useParams()
  return (
    <AdminPage title="Import" access="owner" back={{ to: LIST, title: 'Data' }}>
      {() => <Run id={id} />}
    </AdminPage>
  )
}

function Run({ id }: { id: string }) {
  const answer = useQuery({
    ...ask(imports.one, { params: { id } }),
    refetchInterval: ({ state }) => (isWorking(state.data) ? SECOND : false),
  })
  return (
    <AdminResource answer={answer} what="import" gone="There is no such import." list={LIST}>
      {(run) => (
        <div className="stack-6">
          <Outcome run={run} />
          {run.state === 'reading' || run.state === 'failed' ? null : <Preview run={run} />}
        </div>
      )}
    </AdminResource>
  )
}

function isWorking(run: ImportRun | undefined): boolean {
  return run?.state === 'reading' || run?.state === 'running'
}

function Outcome({ run }: { run: ImportRun }) {
  switch (run.state) {
    case 'reading':
      return (
        <div className="stack-2 items-left">
          <Spinner what={`Reading ${run.fileName}, ${counted(run.rows, 'row')}`} />
          <Cancel run={run} label="Cancel" />
        </div>
      )
    case 'failed':
      return (
        <Alert tone="danger">
          <p>
            {run.fileName} cannot be imported. {run.problem}
          </p>
        </Alert>
      )
    case 'ready':
      return <Ready run={run} />
    case 'running':
      return <Progress run={run} />
    case 'done':
      return <Done run={run} />
    case 'cancelled':
      return (
        <Alert>
          <p>
            Canceled. {itemsOf(run, run.done)} {wereOf(run.done)} already imported and stay. Choose the file
            again to import the others; nothing is created twice.
          </p>
        </Alert>
      )
  }
}

/** '1 product', '2,992 customers'. */
function itemsOf({ kind }: ImportRun, count: number): string {
  return counted(count, KIND_TEXTS[kind].one, KIND_TEXTS[kind].many)
}

const wereOf = (count: number) => plural(count, 'was', 'were')

const FORMATS = { shopify: 'Shopify', woocommerce: 'WooCommerce', own: 'this shop' }

function Ready({ run }: { run: ImportRun }) {
  const { create, change, same, broken } = run.counts
  const work = create + change
  const act = useAct(run)
  const isAsking = run.newCategories > 0
  return (
    <div className="stack-2 items-left">
      <Alert tone={broken > 0 ? 'warning' : 'note'}>
        <p>
          <strong>Nothing has been imported yet.</strong> {run.fileName}
          {KIND_TEXTS[run.kind].isOfShop ? ` is a file of ${FORMATS[run.source ?? 'own']}. ` : ': '}
          {formatNumber(create)} would be created, {formatNumber(change)} changed, {formatNumber(same)} stay
          as they are.
          {broken > 0
            ? ` ${formatNumber(broken)} ${plural(broken, 'has', 'have')} problems and would be left out.`
            : ''}
        </p>
        {run.remarks.map((remark) => (
          <p key={remark}>{remark}</p>
        ))}
      </Alert>
      {run.kind === 'products' ? <Categories key={run.newCategories} run={run} /> : null}
      <div className={`row-1 align-middle ${styles.buttons}`}>
        {work > 0 && !isAsking ? (
          <Button busy={act.isPending} onClick={() => act.mutate(imports.start)}>
            Import {itemsOf(run, work)}
          </Button>
        ) : null}
        <Cancel run={run} label={work > 0 || isAsking ? 'Do not import' : 'Close this import'} />
      </div>
    </div>
  )
}

function Progress({ run }: { run: ImportRun }) {
  const all = run.counts.create + run.counts.change
  const handled = run.done + run.skipped
  return (
    <div className="stack-2 items-left">
      <label className={`stack-1 ${styles.progress}`}>
        <span role="status">
          Importing: {formatNumber(handled)} of {itemsOf(run, all)}
        </span>
        <progress value={handled} max={all} />
      </label>
      <p className="measure-form soft">
        You can leave this page. The import continues, even after a restart of the shop.
      </p>
      <Cancel run={run} label="Stop the import" />
    </div>
  )
}

function Done({ run }: { run: ImportRun }) {
  const left = run.counts.broken + run.skipped
  const { list, many, next, isOfShop } = KIND_TEXTS[run.kind]
  return (
    <div className="stack-2 items-left">
      <Alert tone={left > 0 ? 'warning' : 'note'}>
        <p>
          <strong>Done.</strong> {itemsOf(run, run.done)} {wereOf(run.done)} imported.
          {left > 0
            ? ` ${formatNumber(left)} ${wereOf(left)} left out: correct the file and import it again.`
            : ''}
        </p>
      </Alert>
      <div className={`row-1 align-middle ${styles.buttons}`}>
        <ButtonLink look="line" to={list}>
          See the {many}
        </ButtonLink>
        <Link to={isOfShop ? `${LIST}?from=${run.source ?? 'own'}` : `${LIST}#wholesale`}>{next}</Link>
      </div>
    </div>
  )
}

function Cancel({ run, label }: { run: ImportRun; label: string }) {
  const act = useAct(run)
  return (
    <Button look="quiet" busy={act.isPending} onClick={() => act.mutate(imports.cancel)}>
      {label}
    </Button>
  )
}

function useAct({ _id: id }: ImportRun) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (endpoint: typeof imports.start | typeof imports.cancel) =>
      call(endpoint, { params: { id } }),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'imports'),
  })
}
