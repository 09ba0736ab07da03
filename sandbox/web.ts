/**
 * The web server of the sandboxes, for pages, scripts and media that browsers load. The shop forwards every request
 * below /sandbox on its own origin to this server, without changes.
 */
import { serveSandbox, type SandboxRequest, type Reply, type SandboxServer, type Service } from './server.ts'

export type WebRoute = {
  method: 'GET' | 'POST'
  /** The whole path, with names for the variable parts: `/sandbox/music/pieces/:file`. */
  path: string
  /** @param parts the variable parts of the path, decoded */
  answer(parts: Record<string, string>, request: SandboxRequest): Reply | Promise<Reply>
}

export function serveWeb(routes: WebRoute[], port?: number): Promise<SandboxServer> {
  return serveSandbox({ ...webService(routes), port })
}

export function webService(routes: WebRoute[]): Service {
  const table = routes.map((route) => ({ route, pattern: new URLPattern({ pathname: route.path }) }))
  return {
    callOf: ({ path }) => path,
    failure: (status) => message(status, 'The sandbox could not answer'),
    answer: (request) => {
      const method = request.method === 'HEAD' ? 'GET' : request.method
      for (const { route, pattern } of table) {
        const found = route.method === method ? pattern.exec({ pathname: request.path }) : null
        const parts = found && decoded(found.pathname.groups)
        if (parts) return route.answer(parts, request)
      }
      return message(404, 'There is no such page in the sandboxes')
    },
  }
}

/** Decodes the variable parts of a path. Null if an escape sequence is invalid. */
function decoded(groups: Record<string, string | undefined>): Record<string, string> | null {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value ?? '')]),
    )
  } catch {
    return null
  }
}

/** An error response: JSON with a `message`. */
export function message(status: number, text: string): Reply {
  return { status, body: { message: text } }
}

/** A text response that browsers do not cache, such as `page(200, html, 'text/html')`. */
export function page(
  status: number,
  text: string,
  type: string,
  headers: Record<string, string> = {},
): Reply {
  return {
    status,
    body: Buffer.from(text),
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache', ...headers },
  }
}
