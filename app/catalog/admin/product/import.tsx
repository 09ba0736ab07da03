import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  MAX_ROWS,
  MAX_SHEET_BYTES,
  productAdmin,
  type ImportReport,
} from '#shared/catalog/api/product-admin.ts'
import { capitalized, plural } from '#shared/kernel/counts.ts'
import { CallError, call, isConflict } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { AllowedLink } from '#app/platform/admin/allowed-link.tsx'
import { FileDrop } from '#app/platform/admin/file-drop.tsx'
import { ExportProducts } from '#app/platform/admin/export-products.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { Changes } from '#app/platform/admin/changes.tsx'
import { csvText } from './csv-text.ts'
import styles from './import.module.css'

const LIST = '/admin/productlist'

/** Imports products from a CSV file in two steps: a dry run that shows the changes, then the import. */
export default function ImportProducts() {
  return (
    <AdminPage title="Import products" back={{ to: LIST, title: 'Go Back' }}>
      {() => <Import />}
    </AdminPage>
  )
}

function Import() {
  const { file, dryRun, runImport, report, choose } = useImport()
  return (
    <>
      <div className="stack-1 items-left measure-form">
        <p>
          The first row has the names of the columns. Each row below is a product, found by its ID or, without
          an ID, by its name. A new name creates a product. You see all changes before they are made.
        </p>
        <p>
          A product with several sizes has a row for each: repeat its ID or name, and give each row its Size,
          Price and Count in stock. A new size is added; a size without a row stays as it is.
        </p>
        <p>
          An empty cell clears its field. A missing column changes nothing. An export has all columns and can
          be imported again. Sales since the export are not undone. Up to {MAX_ROWS} rows.
        </p>
        <p>
          A product file that you exported from Shopify or WooCommerce works too. For larger files, customers
          and exports for other shops, see <AllowedLink to="/admin/import">Data</AllowedLink>.
        </p>
        <ExportProducts filters={ALL} label="Export all products" />
      </div>
      <FileDrop
        choose={file ? 'Choose another file' : 'Choose a CSV file'}
        hint={file?.name ?? 'or drop it here'}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        onFiles={([chosen]) => choose(chosen)}
      />
      {dryRun.isPending ? <Spinner what="Reading the file" /> : null}
      {dryRun.isError && file ? <LoadError error={dryRun.error} retry={() => choose(file)} /> : null}
      {report ? (
        <Report report={report}>
          <Button busy={runImport.isPending} onClick={() => runImport.mutate(report.plan)}>
            {actionOf(report)}
          </Button>
        </Report>
      ) : null}
    </>
  )
}

const ALL = {}

function useImport() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [csv, setCsv] = useState('')
  const [report, setReport] = useState<ImportReport | null>(null)

  const dryRun = useMutation({
    mutationFn: async (chosen: File) => {
      const text = await csvText(chosen, MAX_SHEET_BYTES)
      setCsv(text)
      return call(productAdmin.import, { body: { csv: text, dryRun: true } })
    },
    onMutate: () => setReport(null),
    onSuccess: setReport,
  })
  const runImport = useMutation({
    mutationFn: (plan: string) => call(productAdmin.import, { body: { csv, dryRun: false, plan } }),
    onSuccess: async ({ created, changed }) => {
      toast.success(`Imported: ${created} created, ${changed} changed`)
      await refresh(client, 'products')
      await navigate(LIST)
    },
    onError: (error) => {
      toast.error(error.message)
      // A product has changed since the dry run, so the new list of changes is shown.
      if (error instanceof CallError && error.data.report) setReport(error.data.report as ImportReport)
      else if (isConflict(error) && file) dryRun.mutate(file)
    },
  })
  const choose = (chosen: File) => {
    setFile(chosen)
    dryRun.mutate(chosen)
  }
  return { file, dryRun, runImport, report, choose }
}

/** The label of the import button: 'Create 2 and change 5 products'. */
function actionOf({ created, changed }: ImportReport): string {
  const parts = [created > 0 ? `create ${created}` : '', changed > 0 ? `change ${changed}` : ''].filter(
    Boolean,
  )
  return capitalized(`${parts.join(' and ')} ${plural(created + changed, 'product')}`)
}

/** The result of a dry run. `children` is the import button, which is shown only if the file has no problems. */
function Report({ report, children }: { report: ImportReport; children: ReactNode }) {
  const { created, changed, same, problems, problemCount, rows } = report
  const hasProblems = problemCount > 0
  const hasNoChanges = !hasProblems && created + changed === 0
  return (
    <section className="stack-3" aria-label="What the file would do">
      <Alert tone={hasProblems ? 'danger' : 'note'}>
        {hasProblems ? (
          <p>
            <strong>
              {plural(problemCount, 'One cell needs', `${problemCount} cells need`)} correction.
            </strong>{' '}
            Nothing was imported. Nothing can be imported while there are problems.
          </p>
        ) : (
          <p>
            <strong>{hasNoChanges ? 'Nothing to do.' : 'Nothing has been imported yet.'}</strong> {created}{' '}
            would be created, {changed} changed{same > 0 ? `, ${same} stay as they are` : ''}.
          </p>
        )}
      </Alert>
      {hasProblems ? (
        <>
          <Table
            label="What is wrong"
            columns={PROBLEMS}
            rows={problems.map(withKey)}
            keyOf={({ key }) => key}
          />
          <More shown={problems.length} all={problemCount} />
        </>
      ) : null}
      {hasProblems || hasNoChanges ? null : (
        <>
          <div>{children}</div>
          <Table label="What would happen" columns={ROWS} rows={rows} keyOf={({ row }) => String(row)} />
          <More shown={rows.length} all={created + changed} />
        </>
      )}
    </section>
  )
}

type Problem = ImportReport['problems'][number] & { key: string }

function withKey(problem: ImportReport['problems'][number], index: number): Problem {
  return { ...problem, key: String(index) }
}

const PROBLEMS: Column<Problem>[] = [
  { name: 'ROW', of: ({ row }) => row, noWrap: true, inline: true },
  { name: 'COLUMN', of: ({ column }) => column || 'the whole row' },
  { name: 'IN THE FILE', of: ({ value }) => (value ? <q>{value}</q> : 'nothing'), wide: true },
  { name: 'WHAT IS WRONG', of: ({ problem }) => problem, rowHeader: true, wide: true },
]

const ROWS: Column<ImportReport['rows'][number]>[] = [
  { name: 'ROW', of: ({ row }) => row, noWrap: true, inline: true },
  {
    name: 'PRODUCT',
    of: ({ _id, name }) => (
      <>
        {_id ? <Link to={`/admin/product/${_id}/edit`}>{name}</Link> : name}
        {_id ? null : <span className={styles.new}>New</span>}
      </>
    ),
    rowHeader: true,
    title: true,
  },
  {
    name: 'CHANGES',
    of: ({ _id, changes, notes }) => (
      <>
        <Changes of={changes} isNew={_id === null} />
        {notes?.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </>
    ),
    wide: true,
  },
]

function More({ shown, all }: { shown: number; all: number }) {
  return shown < all ? <p>… and {all - shown} more.</p> : null
}
