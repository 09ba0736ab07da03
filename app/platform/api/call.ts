/** Calls of the API from the browser. Every failure is a CallError. */
import { ACCOUNT_HEADER, accountOf, type Account } from '#shared/platform/account-http-header.ts'
import type { Body, Endpoint, Params, Query, Reply } from '#shared/platform/api/endpoint.ts'
import { urlOf, type CallInput } from '#shared/platform/api/url.ts'
import { guestLinkOf } from './guest-links.ts'

export type Input<E extends Endpoint> = Part<'params', Params<E>> &
  Part<'query', Partial<Query<E>>> &
  Part<'body', Body<E>>

type Part<K extends string, T> = T extends undefined
  ? unknown
  : K extends 'query'
    ? { [P in K]?: T }
    : { [P in K]: T }

/** `base` is the start of the URL, without a slash at the end, for endpoints that are not on this server. */
type CallOptions = { idempotencyKey?: string; guestLink?: string | null; signal?: AbortSignal; base?: string }

/** The HTTP status, or the kind of failure if there was no readable response. */
export type CallFailure = 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | number

/** A failed call. The message can be shown to the user. */
export class CallError extends Error {
  override name = 'CallError'
  readonly failure: CallFailure
  /** The server's `{message, …}`; empty if there was no response. */
  readonly data: { message?: string } & Record<string, unknown>

  constructor(failure: CallFailure, message: string, data: Record<string, unknown> = {}) {
    super(message)
    this.failure = failure
    this.data = data
  }
}

/** The server answered 404: the resource does not exist, or this user has no access to it. */
export function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.failure === 404
}

/** The server answered 409: the request does not fit the current state, which others may have changed. */
export function isConflict(error: unknown): boolean {
  return error instanceof CallError && error.failure === 409
}

/** The server's messages by the field's name in the contract; empty if the error names no field. */
export function fieldsIn(error: unknown): Record<string, string> {
  const fields = error instanceof CallError ? error.data.fields : undefined
  return (fields as Record<string, string> | undefined) ?? {}
}

/** Milliseconds. */
const TIMEOUT = 25_000

export const TIMED_OUT = 'The shop is taking too long to answer. Please try again'
export const UNREACHABLE = 'The shop cannot be reached. Check your connection and try again'

/**
 * Calls an endpoint. A call about an order or a subscription sends the token of a guest's link, if this device has one.
 * Throws CallError, whose message can be shown to the user. A 401 signs the user out in this browser, except a 401 for
 * a failed sign-in.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const { body, ...address } = input as CallInput & { body?: unknown }
  const orderId = endpoint.access === 'buyer' ? address.params?.['id'] : undefined
  const guestLink = orderId === undefined ? null : guestLinkOf(orderId)
  const url = (options.base ?? '') + urlOf(endpoint, address)
  return withProof(async () => {
    const response = await send(endpoint, url, body, { ...options, guestLink })
    return readReply(endpoint, response.status, await response.json().catch(() => undefined))
  })
}

/** Asks users to confirm their identity. Returns whether they did. */
type AskForProof = () => Promise<boolean>
let askForProof: AskForProof | undefined

/**
 * Sets the function that is called when the server needs a recent proof of identity (`needsProof` of a contract).
 * Returns a function that removes it.
 */
export function onProofNeeded(ask: AskForProof): () => void {
  askForProof = ask
  return () => {
    if (askForProof === ask) askForProof = undefined
  }
}

/** Runs a call. If the server needs a recent proof, asks the user for it and runs the call once more. */
export async function withProof<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const isNeeded = error instanceof CallError && error.data.code === 'proof'
    if (!isNeeded || !askForProof || !(await askForProof())) throw error
    return run()
  }
}

/** Returns the reply or throws CallError. `data` is undefined if the response could not be parsed. */
export function readReply<E extends Endpoint>(endpoint: E, status: number, data: unknown): Reply<E> {
  // Also for a 401 that is not JSON: a proxy in front of the shop may replace the body.
  if (status === 401 && !endpoint.path.endsWith('/auth'))
    for (const listener of signedOutListeners) listener()
  if (data === undefined)
    throw new CallError(
      status === 401 ? status : 'PARSING_ERROR',
      status === 401 ? 'Please sign in' : 'The shop’s answer could not be read. Please try again',
    )
  if (status >= 200 && status < 300) return data as Reply<E>
  throw new CallError(
    status,
    textOf(data) ?? `The shop answered with an error (${status})`,
    (data ?? {}) as Record<string, unknown>,
  )
}

let onAccount: ((account: Account) => void) | undefined

/** Sets the function that is called with the caller's account, which each response to a signed-in user names. */
export function onAccountNamed(follow: (account: Account) => void): void {
  onAccount = follow
}

const signedOutListeners = new Set<() => void>()

/** Calls `listener` on every 401. Returns a function that unsubscribes. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

/** The fetch behind `call`, also for responses that are not JSON. Throws CallError if there is no response. */
export async function send(
  endpoint: Endpoint,
  url: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT)
  try {
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
        ...(options.guestLink ? { 'x-guest-link': options.guestLink } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
    const account = response.headers.get(ACCOUNT_HEADER)
    if (account !== null) onAccount?.(accountOf(account))
    return response
  } catch (error) {
    if (timeout.aborted) throw new CallError('TIMEOUT_ERROR', TIMED_OUT)
    if (options.signal?.aborted) throw error
    throw new CallError('FETCH_ERROR', UNREACHABLE)
  }
}

function textOf(data: unknown): string | undefined {
  const message = (data as { message?: unknown } | null)?.message
  return typeof message === 'string' ? message : undefined
}
