import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type * as Mini from 'zod/mini'
import { orders } from '#shared/api/orders.ts'
import { omitSchemas } from './omit-schemas.ts'

test('in the browser, code that creates schemas runs, but validation with a schema throws', async () => {
  const z = await inTheBrowser()
  const schema = z.object({ id: z.string().check(z.regex(/^\d+$/)) })
  expect(() => schema.parse({})).toThrow('The browser has no schemas to validate with')
  expect(() => schema.safeParse({ id: 'x' })).toThrow('The browser has no schemas to validate with')
})

test('schemas are only replaced in the browser, not on the server', () => {
  const { applyToEnvironment } = omitSchemas()
  expect(['client', 'ssr'].map((name) => applyToEnvironment({ name }))).toEqual([true, false])
})

test('a contract gets an empty description, and a form the real one', async () => {
  const { resolveId, load } = omitSchemas()
  const source = '../resources/artist.ts'
  expect(resolveId(source, '/frame/app/pages/admin/artist/form.tsx')).toBeNull()
  const id = resolveId(source, '/frame/shared/api/artshow.ts')
  expect(await load(id!)).toContain('export { placeholder as artistFields }')
  expect(await load('/frame/shared/resources/artist.ts')).toBeNull()
})

test('in the built site, a contract has its constants and what a call needs, without schemas and descriptions', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  const code = await contractCode('orders.ts')
  const schemas = code.split('\n').filter((line) => line.startsWith('export {'))
  expect(schemas).toContain("export { object as order } from 'zod/mini'")
  // Code in a URL cannot import packages.
  const data = code.split('\n').filter((line) => !schemas.includes(line))
  const built = (await moduleOf(data.join('\n'))) as Record<string, unknown>
  expect(built.ORDER_STATES).toContain('paid')
  const found = built.orders as Record<string, object>
  expect(Object.keys(found)).toEqual(Object.keys(orders))
  const { method, path, access } = orders.place
  expect(found.place).toEqual({ method, path, access })
})

test('a contract with a function, and every contract during development, is not replaced', async () => {
  expect(await omitSchemas().load(join(CONTRACTS, 'orders.ts'))).toBeNull()
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await omitSchemas().load(join(CONTRACTS, 'url.ts'))).toBeNull()
})

const CONTRACTS = join(import.meta.dirname, '../shared/api')

async function contractCode(name: string): Promise<string> {
  return (await omitSchemas().load(join(CONTRACTS, name)))!
}

/** The module that the browser gets for `zod/mini`. */
async function inTheBrowser(): Promise<typeof Mini> {
  const { resolveId, load } = omitSchemas()
  return (await moduleOf((await load(resolveId('zod/mini')!))!)) as typeof Mini
}

function moduleOf(code: string): Promise<unknown> {
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
}
