import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type * as Mini from 'zod/mini'
import { labels, MAX_LABELS } from '#shared/shipping/api/labels.ts'
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
  expect(resolveId(source, join(ROOT, 'app/catalog/admin/artist/edit.tsx'))).toBeNull()
  const id = resolveId(source, join(ROOT, 'shared/catalog/api/artshow.ts'))
  expect(await load(id!)).toContain('export { placeholder as artistFields }')
  expect(await load(join(ROOT, 'shared/catalog/resources/artist.ts'))).toBeNull()
})

test('in the built site, a contract has its constants and what a call needs, without schemas and descriptions', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  const code = await contractCode('shipping/api/labels.ts')
  const schemas = code.split('\n').filter((line) => line.startsWith('export {'))
  expect(schemas).toContain("export { object as label } from 'zod/mini'")
  // Code in a URL cannot import packages.
  const data = code.split('\n').filter((line) => !schemas.includes(line))
  const built = (await moduleOf(data.join('\n'))) as Record<string, unknown>
  expect(built.MAX_LABELS).toBe(MAX_LABELS)
  const found = built.labels as Record<string, object>
  expect(Object.keys(found)).toEqual(Object.keys(labels))
  const { method, path, access } = labels.buy
  expect(found.buy).toEqual({ method, path, access })
})

test('a contract with a function, and every contract during development, is not replaced', async () => {
  expect(await omitSchemas().load(join(ROOT, 'shared/checkout/api/orders.ts'))).toBeNull()
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await omitSchemas().load(join(ROOT, 'shared/platform/api/url.ts'))).toBeNull()
})

const ROOT = join(import.meta.dirname, '..')

async function contractCode(name: string): Promise<string> {
  return (await omitSchemas().load(join(ROOT, 'shared', name)))!
}

/** The module that the browser gets for `zod/mini`. */
async function inTheBrowser(): Promise<typeof Mini> {
  const { resolveId, load } = omitSchemas()
  return (await moduleOf((await load(resolveId('zod/mini')!))!)) as typeof Mini
}

function moduleOf(code: string): Promise<unknown> {
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
}
