/** Downloads the files of an order. Plain links are not used, because a guest's token must not be in a URL. */
import type { Endpoint, FileReply } from '#shared/platform/api/endpoint.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { readReply, send } from './call.ts'
import { guestLinkOf } from './guest-links.ts'

/** Throws CallError with the server's message. */
export async function fetchFile(endpoint: Endpoint & { reply: FileReply }, orderId: string): Promise<Blob> {
  const url = urlOf(endpoint, { params: { id: orderId } })
  const response = await send(endpoint, url, undefined, { guestLink: guestLinkOf(orderId) })
  if (!response.ok) readReply(endpoint, response.status, await response.json().catch(() => undefined))
  return response.blob()
}
