/** Validates the input of a call against its contract. */
import type * as z from 'zod/mini'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import { Refusal } from '#server/kernel/errors.ts'

type Given = { params?: unknown; query?: unknown; body?: unknown }

/**
 * The parsed input of a call; undefined for a part that the contract does not have. Throws Refusal: 404 for invalid path
 * parameters such as an id, otherwise 400 with the fields that are not valid.
 */
export function inputOf(endpoint: Endpoint, request: Given) {
  return {
    params: endpoint.params ? parse(endpoint.params, request.params, 404) : undefined,
    query: endpoint.query ? parse(endpoint.query, request.query, 400) : undefined,
    body: endpoint.body ? parse(endpoint.body, request.body ?? {}, 400) : undefined,
  }
}

/**
 * Validates a value. Zod reads `length` even of values that it has already rejected. For null and undefined that
 * throws, and counts as invalid, too.
 */
function safely<S extends z.ZodMiniType>(schema: S, value: unknown) {
  try {
    return schema.safeParse(value)
  } catch {
    return null
  }
}

/** Validates one part of a request. Throws 404 for a malformed id, and 400 for any other malformed input. */
function parse<S extends z.ZodMiniType>(schema: S, value: unknown, status: 400 | 404): z.infer<S> {
  const result = safely(schema, value)
  if (result?.success) return result.data
  if (status === 404) throw new Refusal(404, 'Not found')
  if (result === null) throw new Refusal(400, 'The request is not valid')
  throw refusalOf(result.error.issues)
}

/** The refusal of a value that is not valid. It names the fields. */
export function refusalOf(issues: readonly { path: PropertyKey[]; message: string }[]): Refusal {
  const [first, ...others] = issues.slice(0, MAX_FIELDS).map(problemOf)
  const fields = Object.fromEntries([first!, ...others].toReversed().map(({ path, text }) => [path, text]))
  return new Refusal(400, first!.text, first!.path ? { field: first!.path, fields } : {})
}

/** How many invalid fields a refusal names, so that a form can show a message at each of them. */
const MAX_FIELDS = 20

function problemOf({ path, message }: { path: PropertyKey[]; message: string }) {
  const field = path.join('.')
  // Users see only the contracts' own messages, because Zod's default messages are for programmers.
  const generic = !message || /^(Invalid input|Unrecognized key)/.test(message)
  return { path: field, text: generic ? `${field || 'The request'} is not valid` : message }
}
