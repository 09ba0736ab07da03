import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { imports, type PictureProgress } from '#shared/backoffice/api/imports.ts'
import { MAX_PICTURES, MAX_PICTURE_BYTES } from '#shared/platform/api/upload.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useTransfer } from '#app/platform/api/use-transfer.ts'
import { sendFiles } from '#app/platform/api/send-files.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { Picker, UploadProgress } from '#app/platform/admin/pictures/picker.tsx'
import styles from './import.module.css'

const POLL = 2000

/** The pictures of imported products: the progress of the fetch, failures, and the upload of files. */
export function Pictures() {
  const answer = useQuery({
    ...ask(imports.pictures, {}),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? POLL : false),
  })
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  return (
    <div className={`stack-2 ${styles.part}`}>
      {answer.data ? <Progress of={answer.data} /> : null}
      <Upload />
      {answer.data && answer.data.failedCount > 0 ? <Failures of={answer.data} /> : null}
    </div>
  )
}

function Progress({ of: { waiting, done, failedCount } }: { of: PictureProgress }) {
  const all = waiting + done + failedCount
  if (all === 0) return null
  const handled = done + failedCount
  return (
    <label className={`stack-1 ${styles.progress}`}>
      <span role="status">
        {waiting > 0 ? 'Fetching pictures' : 'Pictures'}: {formatNumber(done)} of {formatNumber(all)} are here
        {failedCount > 0 ? `, ${formatNumber(failedCount)} could not be fetched` : ''}
      </span>
      <progress value={handled} max={all} />
    </label>
  )
}

function Failures({ of: { failed, failedCount } }: { of: PictureProgress }) {
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call(imports.retryPictures, {}),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'imports'),
  })
  return (
    <>
      <div className={`row-1 align-middle ${styles.buttons}`}>
        <h3>{counted(failedCount, 'picture')} could not be fetched</h3>
        <Button look="line" busy={retry.isPending} onClick={() => retry.mutate()}>
          Try again
        </Button>
      </div>
      <Table
        label="Pictures that could not be fetched"
        columns={COLUMNS}
        rows={failed}
        keyOf={({ _id }) => _id}
      />
      {failed.length < failedCount ? <p>… and {formatNumber(failedCount - failed.length)} more.</p> : null}
    </>
  )
}

type Failed = PictureProgress['failed'][number]

const COLUMNS: Column<Failed>[] = [
  {
    name: 'PRODUCT',
    of: ({ product, name }) => (
      <Link to={`/admin/product/${product}/edit`}>
        <bdi>{name}</bdi>
      </Link>
    ),
    rowHeader: true,
    title: true,
  },
  {
    name: 'PICTURE',
    of: ({ url }) => <span className={`break-words ${styles.detail}`}>{url}</span>,
    wide: true,
  },
  { name: 'WHAT IS WRONG', of: ({ problem }) => problem, wide: true },
]

/** Uploads files in groups of the size that the server accepts, and names those that no product is missing. */
function Upload() {
  const client = useQueryClient()
  const transfer = useTransfer()
  const upload = useMutation({
    mutationFn: (files: File[]) => {
      const { onProgress, signal } = transfer.begin()
      return sendAll(files, onProgress, signal)
    },
    onSettled: () => refresh(client, 'imports', 'products'),
  })
  if (upload.isPending) return <UploadProgress of={transfer.part} what="the pictures" stop={transfer.stop} />
  return (
    <>
      <p className="measure-form soft">
        If the pictures are on your computer, choose all files together. Each file goes to the product that is
        missing a picture with this file name, or whose SKU or handle is the file name.
      </p>
      <Picker label="Choose pictures" onFiles={(files) => upload.mutate(files)} />
      {upload.isError && upload.error.name !== 'AbortError' ? (
        <Alert tone="danger">{upload.error.message}</Alert>
      ) : null}
      {upload.data ? <Outcome of={upload.data} /> : null}
    </>
  )
}

type Sent = { stored: number; unmatched: string[] }

function Outcome({ of: { stored, unmatched } }: { of: Sent }) {
  return (
    <Alert tone={unmatched.length > 0 ? 'warning' : 'note'}>
      <p>{counted(stored, 'picture')} stored.</p>
      {unmatched.length > 0 ? (
        <p className={`break-words ${styles.detail}`}>No product is missing these: {unmatched.join(', ')}</p>
      ) : null}
    </Alert>
  )
}

async function sendAll(
  files: readonly File[],
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Sent> {
  const large = files.find(({ size }) => size > MAX_PICTURE_BYTES)
  if (large) throw new Error(`${large.name} is too large: ${MAX_PICTURE_BYTES / 1024 / 1024} MB at most`)
  const sent: Sent = { stored: 0, unmatched: [] }
  for (let start = 0; start < files.length; start += MAX_PICTURES) {
    const group = files.slice(start, start + MAX_PICTURES)
    const { stored, unmatched } = await sendFiles(imports.matchPictures, group, {
      onProgress: (part) => onProgress((start + part * group.length) / files.length),
      signal,
    })
    sent.stored += stored
    sent.unmatched.push(...unmatched)
  }
  return sent
}
