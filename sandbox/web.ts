/**
 * What browsers load of the sandboxes: a table of addresses. The shop passes everything below /sandbox on its own origin
 * on to this server, as it came.
 */
import { serveSandbox, type Asked, type Reply, type SandboxServer, type Service } from './server.ts'

export type WebRoute = {
  method: 'GET' | 'POST'
  /** The whole path, with names for the parts that vary: `/sandbox/music/pieces/:file`. */
  path: string
  /** @param parts the parts that vary, decoded */
  answer(parts: Record<string, string>, asked: Asked): Reply | Promise<Reply>
}

export function serveWeb(routes: WebRoute[], port?: number): Promise<SandboxServer> {
  return serveSandbox({ ...webService(routes), port })
}

export function webService(routes: WebRoute[]): Service {
  const table = routes.map((route) => ({ route, pattern: new URLPattern({ pathname: route.path }) }))
  return {
    callOf: ({ path }) => path,
    failure: (status) => message(status, 'The sandbox could not answer'),
    answer: (asked) => {
      const method = asked.method === 'HEAD' ? 'GET' : asked.method
      for (const { route, pattern } of table) {
        const found = route.method === method ? pattern.exec({ pathname: asked.path }) : null
        const parts = found && decoded(found.pathname.groups)
        if (parts) return route.answer(parts, asked)
      }
      return message(404, 'There is no such page in the sandboxes')
    },
  }
}

/** Null where an escape cannot be decoded. */
function decoded(groups: Record<string, string | undefined>): Record<string, string> | null {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value ?? '')]),
    )
  } catch {
    return null
  }
}

/** An answer as JSON that says what is wrong. */
export function message(status: number, text: string): Reply {
  return { status, body: { message: text } }
}

/** A text that browsers ask for again each time, such as `page(200, html, 'text/html')`. */
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
