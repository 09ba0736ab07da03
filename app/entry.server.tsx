/** Renders a whole document; nothing is streamed, since the server keeps the result (server/pages/pages.ts). */
import { prerender } from 'react-dom/static'
import { ServerRouter, type EntryContext } from 'react-router'
import { wakeLater } from './waking.ts'

export { callContext } from './api/server-call.ts'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  let failed: unknown
  const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />, {
    onError(error) {
      failed = error
    },
  })
  if (failed !== undefined) throw failed
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = await new Response(prelude).text()
  return new Response(import.meta.env.PROD ? wakeLater(html) : html, { status, headers })
}
