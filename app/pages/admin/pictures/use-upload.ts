/** Sending pictures: how far it is, what went wrong, and a way to stop. */
import { useEffect, useRef, useState } from 'react'
import type { Endpoint, Reply } from '#shared/api/endpoint.ts'
import { MOST_BYTES } from '#shared/api/upload.ts'
import { sendFiles } from '../../../api/send-files.ts'
import { toast } from '../../../ui/toast.tsx'

type Takes = Endpoint & Required<Pick<Endpoint, 'files'>>

type Sending<E extends Takes> = {
  /** Runs before anything is sent; what it throws is shown, and nothing is sent. */
  prepare?: () => Promise<unknown>
  /** Told of what the shop answered, once all pictures are kept. */
  onKept: (answer: Reply<E> & { message: string }) => void
  onSending?: (isSending: boolean) => void
}

/** What is sent while something else still is takes its place; who leaves the screen stops it. */
export function useUpload<E extends Takes>(endpoint: E, { prepare, onKept, onSending }: Sending<E>) {
  /** What part has left, 0 to 1; null while nothing is being sent. */
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const sending = useRef<AbortController>(null)
  useEffect(() => () => sending.current?.abort(), [])

  const fail = (message: string) => {
    setProblem(message)
    toast.error(message)
  }

  const send = async (files: readonly File[]) => {
    const complaint = tooMuch(files, endpoint.files.most)
    if (complaint) return fail(complaint)
    if (sending.current) sending.current.abort()
    else onSending?.(true)
    const mine = (sending.current = new AbortController())
    setProblem('')
    setProgress(0)
    try {
      await prepare?.()
      const answer = await sendFiles(endpoint, files, { onProgress: setProgress, signal: mine.signal })
      const kept = answer as Reply<E> & { message: string }
      onKept(kept)
      toast.success(kept.message)
    } catch (error) {
      if (!mine.signal.aborted) fail((error as Error).message)
    } finally {
      // Another one may have taken its place.
      if (sending.current === mine) {
        sending.current = null
        setProgress(null)
        onSending?.(false)
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

/** What the shop would refuse anyway, said before megabytes have left the phone. */
function tooMuch(files: readonly File[], most: number): string | null {
  if (files.length > most) return `Choose ${most} pictures at most`
  const large = files.find((file) => file.size > MOST_BYTES)
  if (!large) return null
  return `${files.length === 1 ? 'This picture' : large.name} is too large: ${MOST_BYTES / 1024 / 1024} MB at most`
}
