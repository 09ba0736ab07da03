/** OpenAPI 3.1, generated from the contracts, so that it always matches the server. */
import * as z from 'zod'
import { api } from '#shared/start/api.ts'
import { isFile, type Access, type Endpoint } from '#shared/platform/api/endpoint.ts'
import type { Business } from '#shared/platform/business.ts'
import { WEBHOOK_EVENTS, WEBHOOK_TYPES } from '#shared/platform/webhook-events.ts'
import { bodySchema } from '#shared/backoffice/webhook-payloads.ts'
import { scopeOf } from '#server/platform/tokens/scopes.ts'

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] } & Record<string, unknown>

const ACCESS_TEXTS: Record<Access, string> = {
  public: 'Anybody',
  user: 'Signed-in users',
  buyer: 'Signed-in users and guests',
  owner: 'Owners',
  admin: 'Admins: owners and managers',
  packer: 'Packers and admins',
  barista: 'Baristas and admins',
  staff: 'All staff',
}
const FAILURE = { $ref: '#/components/schemas/Failure' }

export function openApi({ roasters }: Pick<Business, 'roasters'>) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [resource, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(resource, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${roasters} API`,
      version: '1',
      description: 'Money is dollars with two decimals; weights are grams; times are ISO 8601 in UTC.',
    },
    paths,
    webhooks: webhookDescriptions(),
    components: {
      schemas: {
        Failure: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        guestLink: { type: 'apiKey', in: 'header', name: 'X-Guest-Link' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token, made by an owner under Services, Connections. It acts with the rights that this person has at the moment, within its scopes, which each operation names.',
        },
      },
    },
  }
}

/** What the shop sends to webhooks (OpenAPI 3.1.0, "webhooks"). */
function webhookDescriptions() {
  const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    return { name, in: 'header', required: true, schema: { type: 'string' } }
  })
  return Object.fromEntries(
    WEBHOOK_TYPES.map((type) => [
      type,
      {
        post: {
          summary: WEBHOOK_EVENTS[type],
          description:
            'In the form of Standard Webhooks 1.0.0. Answer with a status of 200 to 299 within 20 seconds.',
          parameters: headers,
          requestBody: { required: true, content: json(schemaOf(bodySchema(type), 'output')) },
          responses: { '2XX': { description: 'Taken' } },
        },
      },
    ]),
  )
}

function operation(resource: string, name: string, endpoint: Endpoint) {
  const { access, summary, body, files, reply, status = 200 } = endpoint
  return {
    tags: [resource],
    operationId: `${resource}.${name}`,
    summary,
    description: `For: ${ACCESS_TEXTS[access]}.`,
    ...(access === 'public' ? {} : { security: securityOf(endpoint) }),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(body ? { requestBody: { required: true, content: json(schemaOf(body, 'input')) } } : {}),
    ...(files ? { requestBody: { required: true, content: form(files) } } : {}),
    responses: {
      [status]: { description: 'Success', content: contentOf(reply) },
      ...failures(access, endpoint),
    },
  }
}

/** The ways to prove who calls. A guest without a link names the buyer in the body, so that call needs neither. */
function securityOf(endpoint: Endpoint) {
  const scope = scopeOf(endpoint)
  const staff = [{ session: [] }, ...(scope ? [{ token: [scope] }] : [])]
  if (endpoint.access !== 'buyer') return staff
  return [...staff, endpoint.params ? { guestLink: [] } : {}]
}

function contentOf(reply: Endpoint['reply']) {
  return isFile(reply) ? { [reply.file]: {} } : json(schemaOf(reply, 'output'))
}

function failures(access: Access, endpoint: Endpoint) {
  const described: [string, string][] = []
  if (endpoint.body || endpoint.query || endpoint.files) described.push(['400', 'Malformed'])
  if (access !== 'public') described.push(['401', 'No session, and no valid API token'])
  if (access === 'admin') described.push(['403', 'Signed in, but not an admin'])
  if (access === 'buyer' && endpoint.params) described.push(['403', 'A forged or expired guest link'])
  if (endpoint.params) described.push(['404', 'Not found'])
  if (endpoint.files) described.push(['413', 'Too large, or too many'], ['415', 'Not a form'])
  if (endpoint.limit || scopeOf(endpoint)) described.push(['429', 'Too many calls'])
  if (endpoint.files) described.push(['507', 'No room on the disk'])
  const failure = endpoint.refusal ? { allOf: [FAILURE, withFields(endpoint.refusal)] } : FAILURE
  return Object.fromEntries(
    described.map(([status, description]) => [status, { description, content: json(failure) }]),
  )
}

function withFields(refusal: NonNullable<Endpoint['refusal']>) {
  const properties = Object.entries(refusal).map(([name, value]) => [name, { const: value }])
  return { type: 'object', properties: Object.fromEntries(properties) }
}

function parameters(where: 'path' | 'query', schema: Endpoint['params']) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

function schemaOf(schema: NonNullable<Endpoint['params']>, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & {
    $schema?: string
  }
  return rest
}

function form({ field, maxFiles }: NonNullable<Endpoint['files']>) {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const files = maxFiles === 1 ? file : { type: 'array', items: file, minItems: 1, maxItems: maxFiles }
  return {
    'multipart/form-data': { schema: { type: 'object', properties: { [field]: files }, required: [field] } },
  }
}

function json(schema: object) {
  return { 'application/json': { schema } }
}
