/** The one fetch of the browser: contract in, reply out, every failure of one shape. */
import type { Body, Endpoint, Params, Query, Reply } from '#shared/api/endpoint.ts'
import { urlOf, type CallInput } from '#shared/api/url.ts'

export type Input<E extends Endpoint> = Part<'params', Params<E>> &
  Part<'query', Partial<Query<E>>> &
  Part<'body', Body<E>>

type Part<K extends string, T> = T extends undefined
  ? unknown
  : K extends 'query'
    ? { [P in K]?: T }
    : { [P in K]: T }

/** `base` is what the address begins with where it is not this shop's, without a slash at the end. */
type CallOptions = { idempotencyKey?: string; signal?: AbortSignal; base?: string }

/** What went wrong before there was an answer, in the words of spec section 8; or the answer's status. */
type CallFailure = 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | number

export class CallError extends Error {
  override name = 'CallError'
  readonly failure: CallFailure
  /** The server's `{message, …}`, when there was one. */
  readonly data: { message?: string } & Record<string, unknown>

  constructor(failure: CallFailure, message: string, data: Record<string, unknown> = {}) {
    super(message)
    this.failure = failure
    this.data = data
  }
}

/** The shop answered that there is no such thing, or none for whoever asks. */
export function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.failure === 404
}

/** What the shop objects to, by the name of the field in the contract; empty where it names no field. */
export function fieldsIn(error: unknown): Record<string, string> {
  const fields = error instanceof CallError ? error.data.fields : undefined
  return (fields as Record<string, string> | undefined) ?? {}
}

const TIMEOUT = 25_000

export const SILENT = 'The shop takes too long to answer. Please try again'
export const UNREACHABLE = 'The shop cannot be reached. Check your connection and try again'

/**
 * Calls an endpoint. Throws CallError; its message is fit to be shown.
 * Any 401 ends the session in this browser (spec section 8), except that of a sign-in that did not succeed.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const { body, ...address } = input as CallInput & { body?: unknown }
  const response = await send(endpoint, (options.base ?? '') + urlOf(endpoint, address), body, options)
  return judge(endpoint, response.status, await response.json().catch(() => undefined))
}

/** What an answer comes to: the reply, or a CallError thrown. `data` is undefined where it could not be read. */
export function judge<E extends Endpoint>(endpoint: E, status: number, data: unknown): Reply<E> {
  if (data === undefined)
    throw new CallError('PARSING_ERROR', 'The shop’s answer could not be read. Please try again')
  if (status >= 200 && status < 300) return data as Reply<E>
  if (status === 401 && !endpoint.path.endsWith('/auth'))
    for (const listener of signedOutListeners) listener()
  throw new CallError(
    status,
    textOf(data) ?? `The shop answered with an error (${status})`,
    (data ?? {}) as Record<string, unknown>,
  )
}

const signedOutListeners = new Set<() => void>()

/** Told of every 401. Answers a function that stops telling. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

/** The bare fetch of `call`, for answers that are not JSON. Throws CallError where there is no answer. */
export async function send(
  endpoint: Endpoint,
  url: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT)
  try {
    return await fetch(url, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
  } catch (error) {
    if (timeout.aborted) throw new CallError('TIMEOUT_ERROR', SILENT)
    if (options.signal?.aborted) throw error
    throw new CallError('FETCH_ERROR', UNREACHABLE)
  }
}

function textOf(data: unknown): string | undefined {
  const message = (data as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message : undefined
}
