/** Sending several pictures at once: how far it is, what went wrong, and a way to stop. */
import { useRef, useState } from 'react'
import type { Endpoint, Reply } from '#shared/api/endpoint.ts'
import { MOST_BYTES, MOST_PICTURES } from '#shared/api/upload.ts'
import { sendFiles } from '../../../api/send-files.ts'
import { toast } from '../../../ui/toast.tsx'

type Takes = Endpoint & Required<Pick<Endpoint, 'files'>>

/**
 * @param prepare runs before anything is sent; what it throws is shown, and nothing is sent
 * @param onKept told of what the shop answered, once all pictures are kept
 */
export function useUpload<E extends Takes>(
  endpoint: E,
  {
    prepare,
    onKept,
  }: { prepare?: () => Promise<unknown>; onKept: (answer: Reply<E> & { message: string }) => void },
) {
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const sending = useRef<AbortController | null>(null)

  const send = async (files: readonly File[]) => {
    setProblem(tooMuch(files) ?? '')
    if (files.length === 0 || tooMuch(files)) return
    const stopper = new AbortController()
    sending.current = stopper
    setProgress(0)
    try {
      await prepare?.()
      const answer = await sendFiles(endpoint, files, { onProgress: setProgress, signal: stopper.signal })
      const kept = answer as Reply<E> & { message: string }
      toast.success(kept.message)
      onKept(kept)
    } catch (error) {
      if (!stopper.signal.aborted) {
        const { message } = error as Error
        setProblem(message)
        toast.error(message)
      }
    }
    setProgress(null)
  }

  return {
    progress,
    problem,
    send: (files: readonly File[]) => void send(files),
    stop: () => sending.current?.abort(),
  }
}

/** What the shop would refuse anyway, said before megabytes have left the phone. */
function tooMuch(files: readonly File[]): string | null {
  if (files.length > MOST_PICTURES) return `Choose ${MOST_PICTURES} pictures at most`
  const large = files.find((file) => file.size > MOST_BYTES)
  return large ? `${large.name} is larger than ${MOST_BYTES / 1024 / 1024} MB` : null
}
