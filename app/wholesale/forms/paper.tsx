/** The paper of a certificate: what is there, and sending another one. */
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatNumber } from '#shared/kernel/counts.ts'
import { PAPER, PAPER_TYPES, type CertificateFile } from '#shared/wholesale/resources/certificate.ts'
import { FileDrop } from '#app/platform/admin/file-drop.tsx'
import { CallError } from '#app/platform/api/call.ts'
import { useTransfer } from '#app/platform/api/use-transfer.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './paper.module.css'

type PaperProps = {
  of: CertificateFile | null
  /** The address of the file, for people who may open it. */
  address?: string
  /** Whether a picture is shown on the page. */
  isShown?: boolean
}

/** The name and the size of the paper, with its link. */
export function Paper({ of: file, address, isShown = false }: PaperProps) {
  if (!file) return <p className="soft">No file.</p>
  const text = `${file.name || 'File'}, ${formatNumber(Math.max(1, Math.round(file.bytes / 1000)))} KB`
  return (
    <>
      {address && isShown && file.kind === 'jpeg' ? (
        <img src={address} alt="The certificate" loading="lazy" className={styles.picture} />
      ) : null}
      <p className="break-words">
        {address ? (
          <Link to={address} reloadDocument download>
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
    </>
  )
}

type SendProps = {
  has: boolean
  send: (
    files: readonly File[],
    options: { onProgress: (part: number) => void; signal: AbortSignal },
  ) => Promise<unknown>
  onSent: () => unknown
}

/** Sends a PDF or a photo of the paper. */
export function SendPaper({ has, send, onSent }: SendProps) {
  const { part, begin } = useTransfer()
  const sending = useMutation({
    mutationFn: (file: File) => {
      if (file.size > PAPER.maxBytes) throw new CallError(413, 'The file may have 10 MB at most')
      return send([file], begin())
    },
    onSuccess: async () => {
      toast.success('The file is stored')
      await onSent()
    },
  })
  if (sending.isPending)
    return <p role="status">{part < 1 ? `Sending, ${Math.round(part * 100)}%` : 'Checking the file…'}</p>
  return (
    <>
      <FileDrop
        choose={has ? 'Send another file' : 'Send the paper'}
        hint="A PDF, or a photo as JPEG or PNG. 10 MB at most"
        name={has ? 'Another file of the certificate' : 'File of the certificate'}
        accept={PAPER_TYPES}
        onFiles={([file]) => sending.mutate(file)}
      />
      {sending.error ? (
        <p role="alert" className="alarm">
          {sending.error.message}.
        </p>
      ) : null}
    </>
  )
}
