import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import {
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  imports,
  type ImportKind,
} from '#shared/backoffice/api/imports.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { refresh } from '#app/platform/api/query.ts'
import { sendFiles } from '#app/platform/api/send-files.ts'
import { useTransfer } from '#app/platform/api/use-transfer.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { FileDrop } from '#app/platform/admin/file-drop.tsx'
import { UploadProgress } from '#app/platform/admin/pictures/picker.tsx'
import { KIND_TEXTS } from './kinds.ts'

const MEGABYTES = MAX_IMPORT_BYTES / 1_000_000

const ENDPOINTS = {
  products: imports.products,
  customers: imports.customers,
  accounts: imports.accounts,
  'price-lists': imports.priceLists,
  'open-invoices': imports.openInvoices,
}

/** Uploads a file, and opens its preview. */
export function UploadFile({ kind }: { kind: ImportKind }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const transfer = useTransfer()
  const upload = useMutation({
    mutationFn: (file: File) => {
      if (file.size > MAX_IMPORT_BYTES) throw new Error(`The file may have ${MEGABYTES} MB at most. Split it`)
      return sendFiles(ENDPOINTS[kind], [file], transfer.begin())
    },
    onSuccess: async (run) => {
      await refresh(client, 'imports')
      await navigate(`/admin/import/${run._id}`)
    },
  })
  if (upload.isPending)
    return <UploadProgress of={transfer.part} what={`the ${KIND_TEXTS[kind].many}`} stop={transfer.stop} />
  return (
    <>
      <FileDrop
        choose={`Choose the file of ${KIND_TEXTS[kind].many}`}
        hint={`or drop it here. CSV, ${formatNumber(MAX_IMPORT_ROWS)} rows and ${MEGABYTES} MB at most`}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        onFiles={([file]) => upload.mutate(file)}
      />
      {upload.isError && upload.error.name !== 'AbortError' ? (
        <Alert tone="danger">{upload.error.message}</Alert>
      ) : null}
    </>
  )
}
