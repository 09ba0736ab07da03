/**
 * Validates our requests and our sandbox's answers with a vendor's published OpenAPI documents. The documents allow
 * unknown properties; this validator does not, so that misspelled ones are found.
 */
import { Ajv2019, type ErrorObject } from 'ajv/dist/2019.js'
import formats from 'ajv-formats'

type Json = Record<string, unknown>

export type OpenApi = {
  servers?: { url: string }[]
  paths: Record<string, Json>
  components: {
    schemas: Record<string, Json>
    parameters?: Record<string, Json>
    responses?: Record<string, Json>
  }
}

export type Exchange = {
  method: string
  /** Path and query of the request. */
  url: string
  headers: Record<string, string>
  /** The parsed body; undefined if there is none. */
  body: unknown
  status: number
  answer: unknown
}

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Json }

/** Returns a function that lists how an exchange violates the published documents. The list is empty if it does not. */
export function publishedContract(documents: Record<string, OpenApi>): (exchange: Exchange) => string[] {
  // PayPal's pattern of an email address is not valid with the flag u.
  const ajv = new Ajv2019({
    strict: false,
    allErrors: true,
    unicodeRegExp: false,
    validateSchema: false,
    logger: false,
  })
  formats.default(ajv)
  const routes = Object.entries(documents).flatMap(([name, document]) => {
    ajv.addSchema({
      $id: `https://published/${name}`,
      components: { schemas: mapped(document.components.schemas, open) },
    })
    return routesOf(name, document)
  })
  return (exchange) => {
    const [path = '', query = ''] = exchange.url.split('?')
    const route = routes.find(({ method, pattern }) => method === exchange.method && pattern.test(path))
    if (!route) return [`${exchange.method} ${path} is not published`]
    const judge: Validate = (where, schema, value, isStrict = true) => {
      const aim = withFullReferences(schema, route.document)
      const check = ajv.compile(isStrict ? closed(aim) : aim)
      return check(value) ? [] : (check.errors ?? []).map((error) => `${where}${messageOf(error)}`)
    }
    return [
      ...validateParameters(route.parameters, new URLSearchParams(query), exchange.headers, judge),
      ...validateBody(route.requestBody, exchange.body, judge),
      ...validateAnswer(route.responses, exchange, judge),
    ]
  }
}

type Validate = (where: string, schema: Json, value: unknown, isStrict?: boolean) => string[]

function validateParameters(
  parameters: Parameter[],
  query: URLSearchParams,
  headers: Record<string, string>,
  judge: Validate,
): string[] {
  const known = new Set(parameters.filter((each) => each.in === 'query').map(({ name }) => name))
  const unknown = [...query.keys()]
    .filter((name) => !known.has(name))
    .map((name) => `query ${name} is not published`)
  const wrong = parameters.flatMap(({ name, in: place, required, schema }) => {
    if (place === 'path' || name === 'Authorization' || name === 'Content-Type') return []
    const value = place === 'query' ? query.get(name) : (headers[name.toLowerCase()] ?? null)
    if (value === null) return required ? [`${place} ${name} is missing`] : []
    return judge(`${place} ${name}`, schema, schema['type'] === 'integer' ? Number(value) : value)
  })
  return [...unknown, ...wrong]
}

function validateBody(published: Json | undefined, body: unknown, judge: Validate): string[] {
  const schema = schemaOf(published)
  if (!schema) return body === undefined ? [] : ['a body is not published']
  if (body === undefined) return published?.['required'] === true ? ['the body is missing'] : []
  return judge('request', schema, body)
}

function validateAnswer(
  responses: Record<string, Json>,
  { status, answer }: Exchange,
  judge: Validate,
): string[] {
  const published = responses[String(status)] ?? responses['default']
  if (!published) return [`status ${status} is not published`]
  const schema = schemaOf(published)
  // The documents describe an error's details only by examples.
  return schema && answer !== undefined ? judge(`answer ${status} `, schema, answer, status < 400) : []
}

function schemaOf(content: Json | undefined): Json | null {
  const types = (content?.['content'] ?? {}) as Record<string, { schema?: Json }>
  return types['application/json']?.schema ?? null
}

function routesOf(document: string, source: OpenApi) {
  const base = new URL(source.servers?.[0]?.url ?? 'https://none').pathname.replace(/\/$/, '')
  return Object.entries(source.paths).flatMap(([template, operations]) =>
    Object.entries(operations)
      .filter(([method]) => ['get', 'post', 'patch', 'put', 'delete'].includes(method))
      .map(([method, operation]) => {
        const { parameters = [], requestBody, responses } = operation as Operation
        const shared = (operations['parameters'] ?? []) as Json[]
        return {
          document,
          source,
          method: method.toUpperCase(),
          pattern: new RegExp(`^${base}${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
          parameters: [...shared, ...parameters].map((each) => resolveReference(each, source) as Parameter),
          requestBody: requestBody && resolveReference(requestBody, source),
          responses: mapped(responses, (each) => resolveReference(each, source)),
        }
      }),
  )
}

type Operation = { parameters?: Json[]; requestBody?: Json; responses: Record<string, Json> }

function resolveReference(value: Json, source: OpenApi): Json {
  const { $ref: ref } = value
  if (typeof ref !== 'string') return value
  return ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Json)[name], source) as Json
}

/** Adds to references within a document the name that the document has in the validator. */
function withFullReferences(schema: Json, document: string): Json {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"https://published/${document}#/`),
  ) as Json
}

const COMPOSED = ['allOf', 'anyOf', 'oneOf'] as const

/** The schema allows unknown properties, but the objects in its properties do not. */
function open(schema: Json): Json {
  const result: Json = { ...schema }
  for (const name of COMPOSED)
    if (Array.isArray(schema[name])) result[name] = (schema[name] as Json[]).map(open)
  if (isJson(schema['properties']))
    result['properties'] = mapped(schema['properties'] as Record<string, Json>, closed)
  if (isJson(schema['items'])) result['items'] = closed(schema['items'])
  return result
}

/** A schema that allows only the properties that it and its parts name. */
function closed(schema: Json): Json {
  const own = open(schema)
  return mayBeObject(schema) ? { allOf: [own], unevaluatedProperties: false } : own
}

/** Only objects have properties to refuse. A reference may lead to an object or to a text. */
function mayBeObject(schema: Json): boolean {
  if (isJson(schema['properties']) || typeof schema['$ref'] === 'string') return true
  return COMPOSED.some((name) => Array.isArray(schema[name]) && (schema[name] as Json[]).some(mayBeObject))
}

function mapped<T, U>(values: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function messageOf({ instancePath, message = '', params }: ErrorObject): string {
  const { unevaluatedProperty: name } = params as { unevaluatedProperty?: string }
  return `${instancePath}: ${message}${name === undefined ? '' : ` (${name})`}`
}

/** A fetch that records JSON requests and answers; `only` filters the requests to record. */
export function recordingFetch(kept: Exchange[], only: (url: URL) => boolean = () => true): typeof fetch {
  return async (input, init = {}) => {
    const response = await fetch(input, init)
    const url = new URL(input instanceof Request ? input.url : String(input))
    const text = await response.clone().text()
    if (only(url) && response.headers.get('content-type')?.includes('json')) {
      kept.push({
        method: init.method ?? 'GET',
        url: url.pathname + url.search,
        headers: Object.fromEntries(new Headers(init.headers)),
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
        status: response.status,
        answer: text === '' ? undefined : (JSON.parse(text) as unknown),
      })
    }
    return response
  }
}
