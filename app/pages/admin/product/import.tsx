import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { MOST_ROWS, MOST_SHEET_BYTES, productAdmin, type ImportReport } from '#shared/api/product-admin.ts'
import { plural } from '#shared/counts.ts'
import { call, CallError } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { AdminPage } from '../admin-page.tsx'
import { FileDrop } from '../file-drop.tsx'
import { ExportProducts } from './export-products.tsx'
import { Report } from './import-report.tsx'
import styles from './import.module.css'
import { sheetText } from './sheet-text.ts'

const LIST = '/admin/productlist'

/** Products from a spreadsheet: first what it would do, then doing it. */
export default function ImportProducts() {
  return (
    <AdminPage title="Import products" back={{ to: LIST, title: 'Go Back' }}>
      {() => <Import />}
    </AdminPage>
  )
}

function Import() {
  const { file, look, carryOut, report, choose } = useImport()
  return (
    <>
      <div className={styles.intro}>
        <p>
          The first row names the columns; each row below it is a product, known by its ID or, without one, by
          its name. A name that nobody has yet becomes a new product. You see what would happen before
          anything does.
        </p>
        <p>
          An empty cell empties its field; a column that is not there leaves it alone. An export has all the
          columns, and can be imported again: what is sold meanwhile stays sold. Up to {MOST_ROWS} rows.
        </p>
        <ExportProducts wanted={ALL} label="Export all products" />
      </div>
      <FileDrop
        choose={file ? 'Choose another file' : 'Choose a CSV file'}
        hint={file?.name ?? 'or drop it here'}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        onFiles={([chosen]) => choose(chosen)}
      />
      {look.isPending ? <Spinner what="Reading the file" /> : null}
      {look.isError && file ? <LoadError error={look.error} retry={() => choose(file)} /> : null}
      {report ? (
        <Report report={report}>
          <Button busy={carryOut.isPending} onClick={() => carryOut.mutate(report.plan)}>
            {toDo(report)}
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

  const look = useMutation({
    mutationFn: async (chosen: File) => {
      const text = await sheetText(chosen, MOST_SHEET_BYTES)
      setCsv(text)
      return call(productAdmin.import, { body: { csv: text, dryRun: true } })
    },
    onMutate: () => setReport(null),
    onSuccess: setReport,
  })
  const carryOut = useMutation({
    mutationFn: (plan: string) => call(productAdmin.import, { body: { csv, dryRun: false, plan } }),
    onSuccess: async ({ created, changed }) => {
      toast.success(`Imported: ${created} created, ${changed} changed`)
      await refresh(client, 'products')
      await navigate(LIST)
    },
    onError: (error) => {
      toast.error(error.message)
      // Somebody was faster: what it would do by now.
      if (error instanceof CallError && error.data.report) setReport(error.data.report as ImportReport)
      else if (error instanceof CallError && error.failure === 409 && file) look.mutate(file)
    },
  })
  const choose = (chosen: File) => {
    setFile(chosen)
    look.mutate(chosen)
  }
  return { file, look, carryOut, report, choose }
}

/** 'Create 2 and change 5 products'. */
function toDo({ created, changed }: ImportReport): string {
  const parts = [created > 0 ? `create ${created}` : '', changed > 0 ? `change ${changed}` : ''].filter(
    Boolean,
  )
  const words = `${parts.join(' and ')} ${plural(created + changed, 'product')}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}
