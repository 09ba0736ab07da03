import { expect, test } from 'vitest'
import type * as Mini from 'zod/mini'
import { omitSchemas } from './omit-schemas.ts'

test('a schema in the browser is made of as on the server, but to be judged by it throws', async () => {
  const z = await inTheBrowser()
  const schema = z.object({ id: z.string().check(z.regex(/^\d+$/)) })
  expect(() => schema.parse({})).toThrow('The browser has no schemas to judge by')
  expect(() => schema.safeParse({ id: 'x' })).toThrow('The browser has no schemas to judge by')
})

test('only the browser goes without: the server keeps its schemas', () => {
  const { applyToEnvironment } = omitSchemas()
  expect(['client', 'ssr'].map((name) => applyToEnvironment({ name }))).toEqual([true, false])
})

/** What the browser gets where `zod/mini` is imported. */
async function inTheBrowser(): Promise<typeof Mini> {
  const { resolveId, load } = omitSchemas()
  const code = (await load(resolveId('zod/mini')!))!
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
}
