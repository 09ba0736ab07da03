/** Uploads pictures. Shows the progress and problems, and can be stopped. */
import { useEffect, useRef, useState } from 'react'
import type { Endpoint, Reply } from '#shared/platform/api/endpoint.ts'
import { MAX_PICTURE_BYTES } from '#shared/platform/api/upload.ts'
import { refusalByName } from '#shared/kernel/picture.ts'
import { sendFiles } from '../../api/send-files.ts'
import { toast } from '../../ui/toast.tsx'

type UploadEndpoint = Endpoint & Required<Pick<Endpoint, 'files'>>

type UploadOptions<E extends UploadEndpoint> = {
  /** Runs before the upload. If it throws, the error is shown and nothing is uploaded. */
  prepare?: () => Promise<unknown>
  /** Called with the response after all pictures have been stored. */
  onStored: (answer: Reply<E> & { message: string }) => void
  /** Called when an upload starts and when it ends; `isStored` says whether the pictures were stored. */
  onSending?: (isSending: boolean, isStored: boolean) => void
}

/** A new upload aborts the previous upload. Leaving the page also aborts it. */
export function useUpload<E extends UploadEndpoint>(
  endpoint: E,
  { prepare, onStored, onSending }: UploadOptions<E>,
) {
  /** The uploaded fraction, 0 to 1; null if no upload is running. */
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const sending = useRef<AbortController>(null)
  /** The function of the last rendering, which has the values that were typed during the upload. */
  const latest = useRef(onStored)
  useEffect(() => {
    latest.current = onStored
  })
  useEffect(() => () => sending.current?.abort(), [])

  const fail = (message: string) => {
    setProblem(message)
    toast.error(message)
  }

  const send = async (files: readonly File[]) => {
    const refusal = refusalOf(files, endpoint.files.maxFiles)
    if (refusal) return fail(refusal)
    if (sending.current) sending.current.abort()
    else onSending?.(true, false)
    const mine = (sending.current = new AbortController())
    setProblem('')
    setProgress(0)
    let isStored = false
    try {
      await prepare?.()
      const answer = await sendFiles(endpoint, files, { onProgress: setProgress, signal: mine.signal })
      const reply = answer as Reply<E> & { message: string }
      latest.current(reply)
      isStored = true
      toast.success(reply.message)
    } catch (error) {
      if (!mine.signal.aborted) fail((error as Error).message)
    } finally {
      // True unless a newer upload has replaced this one.
      if (sending.current === mine) {
        sending.current = null
        setProgress(null)
        onSending?.(false, isStored)
      }
    }
  }

  return {
    progress,
    problem,
    send: (files: readonly File[]) => void send(files),
    stop: () => sending.current?.abort(),
  }
}

/** Why the server would refuse the files; null if it would not. Checked first, so that no refused file is uploaded. */
function refusalOf(files: readonly File[], maxFiles: number): string | null {
  if (files.length > maxFiles) return `Choose ${maxFiles} pictures at most`
  for (const [index, file] of files.entries()) {
    const refusal = refusalByName(file)
    if (refusal) return files.length === 1 ? refusal : `Picture ${index + 1}: ${refusal}`
  }
  const large = files.find((file) => file.size > MAX_PICTURE_BYTES)
  if (!large) return null
  return `${files.length === 1 ? 'This picture' : large.name} is too large: ${MAX_PICTURE_BYTES / 1024 / 1024} MB at most`
}
