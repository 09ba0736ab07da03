/** For endpoints whose answer is a file. A bare link would save even a refusal; this one says it in words. */
import type { Endpoint, FileReply } from '#shared/api/endpoint.ts'
import { urlOf, type CallInput } from '#shared/api/url.ts'
import { judge, send } from './call.ts'

type AnswersFile = Endpoint & { reply: FileReply }

/** Fetches a small file and hands it to the browser to save. Throws CallError; its message is fit to be shown. */
export async function saveFile(endpoint: AnswersFile, input: CallInput): Promise<void> {
  const response = await send(endpoint, urlOf(endpoint, input))
  if (!response.ok) judge(endpoint, response.status, await response.json().catch(() => undefined))
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = nameOf(response)
  link.click()
  // Some browsers begin to read it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function nameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download'
}
