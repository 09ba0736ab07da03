import { useEffect, useRef, useState } from 'react'
import { MOST_BYTES, upload } from '#shared/api/upload.ts'
import type { PictureFacts } from '#shared/picture.ts'
import { sendFiles } from '../../../api/send-files.ts'
import { toast } from '../../../ui/toast.tsx'

type Sending = {
  onKept: (path: string, facts: PictureFacts) => void
  onSending: (isSending: boolean) => void
}

/** Sends one picture at a time and tells how far it is. */
export function usePicture({ onKept, onSending }: Sending) {
  /** What part has left, 0 to 1; null while nothing is being sent. */
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const sending = useRef<AbortController>(null)
  useEffect(() => () => sending.current?.abort(), [])

  const fail = (message: string) => {
    setProblem(message)
    toast.error(message)
  }

  const send = async (file: File) => {
    if (file.size > MOST_BYTES) return fail('This picture is too large: 15 MB at most')
    if (sending.current) sending.current.abort()
    else onSending(true)
    const mine = (sending.current = new AbortController())
    setProblem('')
    setProgress(0)
    try {
      const { image, facts, message } = await sendFiles(upload.productImage, [file], {
        onProgress: setProgress,
        signal: mine.signal,
      })
      onKept(image, facts)
      toast.success(message)
    } catch (error) {
      if (!mine.signal.aborted) fail((error as Error).message)
    } finally {
      // Another one may have taken its place.
      if (sending.current === mine) {
        sending.current = null
        setProgress(null)
        onSending(false)
      }
    }
  }

  return { progress, problem, send, stop: () => sending.current?.abort() }
}
