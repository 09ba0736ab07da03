import { expect, test } from 'vitest'
import type * as Mini from 'zod/mini'
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

/** The module that the browser gets for `zod/mini`. */
async function inTheBrowser(): Promise<typeof Mini> {
  const { resolveId, load } = omitSchemas()
  const code = (await load(resolveId('zod/mini')!))!
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
}
