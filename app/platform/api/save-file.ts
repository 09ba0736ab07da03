/** Saves files from endpoints. A plain link would save an error response as the file; `saveFile` throws the error. */
import type { Endpoint, FileReply } from '#shared/platform/api/endpoint.ts'
import { urlOf, type CallInput } from '#shared/platform/api/url.ts'
import { readReply, send, withProof } from './call.ts'

type FileEndpoint = Endpoint & { reply: FileReply }

/** Fetches a small file and saves it as a download. Throws CallError, whose message can be shown to the user. */
export async function saveFile(endpoint: FileEndpoint, input: CallInput): Promise<void> {
  const response = await withProof(async () => {
    const answer = await send(endpoint, urlOf(endpoint, input))
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
