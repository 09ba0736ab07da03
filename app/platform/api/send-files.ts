/** Uploads files and reports progress. Uses XMLHttpRequest, because fetch does not report upload progress. */
import type { Endpoint, Reply } from '#shared/platform/api/endpoint.ts'
import { urlOf, type CallInput } from '#shared/platform/api/url.ts'
import { CallError, readReply, TIMED_OUT, UNREACHABLE } from './call.ts'

type UploadEndpoint = Endpoint & Required<Pick<Endpoint, 'files'>>

type SendOptions = Pick<CallInput, 'params' | 'query'> & {
  /** Called with the sent fraction of the bytes, 0 to 1. After 1, the server still has to process the files. */
  onProgress?: (part: number) => void
  /** Aborts the upload. The promise rejects with the signal's reason. */
  signal?: AbortSignal
  /** The token of a mailed link, for callers without a session. */
  link?: string
}

/** An upload fails after this many milliseconds without progress. */
const STALL_TIMEOUT = 30_000
/** Milliseconds that the server may take to process the files: enough for twenty pictures on a slow machine. */
const PROCESSING_TIMEOUT = 300_000

/** Calls an upload endpoint. Throws CallError, whose message can be shown to the user. */
export function sendFiles<E extends UploadEndpoint>(
  endpoint: E,
  files: readonly File[],
  { onProgress, signal, link, params = {}, query = {} }: SendOptions = {},
): Promise<Reply<E>> {
  const form = new FormData()
  for (const file of files) form.append(endpoint.files.field, file)
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const on = (event: keyof XMLHttpRequestEventMap, listener: () => void) =>
      request.addEventListener(event, listener)
    const timeout = startTimeout(STALL_TIMEOUT, () => {
      reject(new CallError('TIMEOUT_ERROR', TIMED_OUT))
      request.abort()
    })
    const abort = () => {
      reject(signal?.reason)
      request.abort()
    }
    signal?.addEventListener('abort', abort)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      timeout.restart(STALL_TIMEOUT)
      onProgress?.(total > 0 ? loaded / total : 0)
    })
    request.upload.addEventListener('load', () => {
      timeout.restart(PROCESSING_TIMEOUT)
      onProgress?.(1)
    })
    on('load', () => resolve(replyOf(endpoint, request)))
    on('error', () => reject(new CallError('FETCH_ERROR', UNREACHABLE)))
    on('loadend', () => {
      timeout.stop()
      signal?.removeEventListener('abort', abort)
    })
    request.open(endpoint.method, urlOf(endpoint, { params, query }))
    request.setRequestHeader('accept', 'application/json')
    if (link) request.setRequestHeader('x-guest-link', link)
    request.send(form)
  })
}

async function replyOf<E extends UploadEndpoint>(endpoint: E, request: XMLHttpRequest): Promise<Reply<E>> {
  return readReply(endpoint, request.status, parse(request.responseText))
}

function startTimeout(milliseconds: number, onTimeout: () => void) {
  let timer = setTimeout(onTimeout, milliseconds)
  return {
    restart(after: number) {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, after)
    },
    stop: () => clearTimeout(timer),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
