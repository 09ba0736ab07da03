/** Creates a body that a contract accepts, from its schemas and the samples of described fields. */
import { type $ZodType, safeParse } from 'zod/v4/core'
import { TABLES } from '#server/kernel/db/schema.ts'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'

export type Values = Record<string, unknown>

/** Omitted, because no pictures are uploaded. */
const PICTURES: Values = { main_images: undefined, other_images: undefined, pages: undefined }

/** An event that has not begun. `starts` and `ends` must differ, so they cannot both have the general value. */
const EVENT: Values = { starts: '2099-05-04T18:30', ends: '2099-05-04T20:00' }

const GENERAL = [
  'Sample text',
  'ABC123',
  1,
  true,
  '',
  '2026-11-21',
  '00:00',
  '@website',
  'https://example.com',
  null,
]

export type Definition = {
  type: string
  shape?: Record<string, $ZodType>
  element?: $ZodType
  innerType?: $ZodType
  /** The alternatives of a union. */
  options?: $ZodType[]
  values?: unknown[]
  entries?: Record<string, unknown>
}

/**
 * Creates a body that the contract accepts.
 * @param fields values for fields by name; a field that is undefined is left out
 * @throws if no value fits a field; the message names it
 */
export function sampleBody({ body, method, path }: Endpoint, fields: Values = {}): unknown {
  try {
    return body && sample(body, '', { ...PICTURES, ...EVENT, ...fields })
  } catch (error) {
    throw new Error(`${method} ${path}: ${(error as Error).message}`, { cause: error })
  }
}

function sample(schema: $ZodType, name: string, fields: Values): unknown {
  if (name in fields && fields[name] === undefined) return undefined
  const def = schema._zod.def as unknown as Definition
  if (def.shape) {
    const entries = Object.entries(def.shape).map(([key, field]) => [key, sample(field, key, fields)])
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }
  if (def.element) return [sample(def.element, name, fields)]
  const listed = [...(def.values ?? []), ...Object.values(def.entries ?? {})]
  const candidates = [fields[name], ...listed, ...samplesOf(name), ...GENERAL]
  const found = candidates.find((value) => value !== undefined && safeParse(schema, value).success)
  if (found !== undefined) return found
  if (def.innerType) return sample(def.innerType, name, fields)
  if (def.options) return sample(def.options[0]!, name, fields)
  throw new Error(
    `no value fits the field ${name}: give its description a sample, or add a value in test/inputs.ts`,
  )
}

/** The samples of all described fields with this name. */
function samplesOf(name: string): unknown[] {
  return Object.values(TABLES).map(({ fields }) => fields?.[name]?.sample)
}
