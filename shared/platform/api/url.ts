/** The URL of a call: the contract's path with its parameters and query. */
import type { Cacheable, Endpoint } from './endpoint.ts'

export type CallInput = {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
}

/** A call to the API by the loader of a page on the server: the same responses, without the network. */
export type InProcessCall = (
  endpoint: Cacheable,
  input?: CallInput,
) => Promise<{ status: number; body: unknown }>

/** `/api/products/:id` and `{params: {id}}` -> `/api/products/abc`. Query keys keep their order; empty ones are omitted. */
export function urlOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: CallInput = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.append(key, String(value))
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`
}
