/** `npm start` installs only `dependencies`, so code that is built or served must not import other packages. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PRODUCT = [
  '{server,shared,sandbox,app}/**/*.{ts,tsx,mjs}',
  '{vite,react-router}.config.ts',
  'scripts/{build,dev,pictures,picture-plugin,omit-schemas,route-module-plugin}.ts',
  'scripts/{admin,backup,restore,command}.ts',
]
/** The package in an import; null for files and for Node's own modules. */
const packageIn = (name: string) => /^(?:@[\w.-]+\/)?[a-z][\w.-]*(?=\/|$)/.exec(name)?.[0] ?? null

/** What a file imports when it runs: types are removed by Node and by the build. */
function importsOf(file: string): string[] {
  const code = readFileSync(join(ROOT, file), 'utf8')
  const { staticImports, staticExports } = parseSync(file, code).module
  const imported = staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.length > 0 && entries.every(({ isType }) => isType) ? [] : [moduleRequest.value],
  )
  const exported = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  )
  const later = [...code.matchAll(/\bimport\(\s*'([^']+)'\)(?!\.)/g)].map(([, name = '']) => name)
  return [...imported, ...exported, ...later]
}

test('what is built and served imports only packages of `dependencies`', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const files = PRODUCT.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter(
    (file) => !/\.(test|testing|d)\.tsx?$|\/testing\.ts$/.test(file),
  )
  const imports = files.flatMap((file) =>
    importsOf(file).flatMap((request) => {
      const name = packageIn(request)
      return name && !request.startsWith('node:') ? [{ file, name }] : []
    }),
  )
  const names = new Set(imports.map(({ name }) => name))
  for (const name of ['fastify', '@react-router/dev', 'vite', '@cantoo/pdf-lib'])
    expect(names).toContain(name)
  expect(imports.filter(({ name }) => !Object.hasOwn(dependencies, name))).toEqual([])
})
