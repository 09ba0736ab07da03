/** Sends pictures, and tells how far it is: what `call` is for everything else. XMLHttpRequest, since fetch cannot tell. */
import type { Endpoint, Reply } from '#shared/api/endpoint.ts'
import { urlOf } from '#shared/api/url.ts'
import { CallError, judge, SILENT, UNREACHABLE } from './call.ts'

type Takes = Endpoint & Required<Pick<Endpoint, 'files'>>

type SendOptions = {
  /** Told what part of the files has left, 0 to 1. At 1 the shop still has to work on them. */
  onProgress?: (part: number) => void
  /** Breaks off; the promise then rejects with the signal's reason, as that of `call` does. */
  signal?: AbortSignal
}

/** Without a byte leaving for so long, nothing will come any more. */
const STALLED = 30_000
/** Twenty pictures on a slow machine. */
const WORKING = 300_000

/** Calls an endpoint that takes files. Throws CallError; its message is fit to be shown. */
export function sendFiles<E extends Takes>(
  endpoint: E,
  files: readonly File[],
  { onProgress, signal }: SendOptions = {},
): Promise<Reply<E>> {
  const form = new FormData()
  for (const file of files) form.append(endpoint.files.field, file)
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const on = (event: keyof XMLHttpRequestEventMap, listener: () => void) =>
      request.addEventListener(event, listener)
    const patience = waitFor(STALLED, () => {
      reject(new CallError('TIMEOUT_ERROR', SILENT))
      request.abort()
    })
    const abort = () => {
      reject(signal?.reason)
      request.abort()
    }
    signal?.addEventListener('abort', abort)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      patience.start(STALLED)
      onProgress?.(total > 0 ? loaded / total : 0)
    })
    request.upload.addEventListener('load', () => {
      patience.start(WORKING)
      onProgress?.(1)
    })
    on('load', () => resolve(judgeLater(endpoint, request)))
    on('error', () => reject(new CallError('FETCH_ERROR', UNREACHABLE)))
    on('loadend', () => {
      patience.stop()
      signal?.removeEventListener('abort', abort)
    })
    request.open(endpoint.method, urlOf(endpoint))
    request.setRequestHeader('accept', 'application/json')
    request.send(form)
  })
}

async function judgeLater<E extends Takes>(endpoint: E, request: XMLHttpRequest): Promise<Reply<E>> {
  return judge(endpoint, request.status, parse(request.responseText))
}

function waitFor(milliseconds: number, giveUp: () => void) {
  let timer = setTimeout(giveUp, milliseconds)
  return {
    start(anew: number) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, anew)
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
