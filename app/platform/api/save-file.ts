/** Saves files from endpoints. A plain link would save an error response as the file; `saveFile` throws the error. */
import type { Endpoint, FileReply } from '#shared/platform/api/endpoint.ts'
import { urlOf, type CallInput } from '#shared/platform/api/url.ts'
import { readReply, send, withProof } from './call.ts'
import { guestLinkOf } from './guest-links.ts'

type FileEndpoint = Endpoint & { reply: FileReply }

/** Fetches a small file and saves it as a download. Throws CallError, whose message can be shown to the user. */
export async function saveFile(endpoint: FileEndpoint, input: CallInput & { body?: unknown }): Promise<void> {
  const response = await withProof(async () => {
    const answer = await send(endpoint, urlOf(endpoint, input), input.body)
    if (!answer.ok) readReply(endpoint, answer.status, await answer.json().catch(() => undefined))
    return answer
  })
  saveBlob(await response.blob(), nameOf(response))
}

/** Saves content of this page as a download. */
export function saveBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the URL only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function nameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download'
}

// Downloads the files of an order. Plain links are not used, because a guest's token must not be in a URL.

/** Throws CallError with the server's message. */
export async function fetchFile(endpoint: Endpoint & { reply: FileReply }, orderId: string): Promise<Blob> {
  const url = urlOf(endpoint, { params: { id: orderId } })
  const response = await send(endpoint, url, undefined, { guestLink: guestLinkOf(orderId) })
  if (!response.ok) readReply(endpoint, response.status, await response.json().catch(() => undefined))
  return response.blob()
}
