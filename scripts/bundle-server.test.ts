/** The bundle is made of a small copy of the repository's scripts, with a server of three files. */
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
let copy = ''

const SERVER = {
  'server/main.ts': `import { z } from 'zod'
import { text } from './texts/text.ts'
export async function main(): Promise<void> {
  const isBundle = new Error('here').stack?.includes('build/server/main.js')
  const { later } = await import('./later.ts')
  process.stdout.write((isBundle ? 'bundle: ' : 'sources: ') + z.string().parse(text) + later)
}`,
  'server/later.ts': `export const later: string = ''`,
  'server/texts/text.ts': `import { readFileSync } from 'node:fs'
import { join } from 'node:path'
const file = readFileSync(join(import.meta.dirname, 'text.txt'), 'utf8')
const sameFile = readFileSync(new URL('./text.txt', import.meta.url), 'utf8')
export const text: string = file + ', ' + sameFile`,
  'server/texts/text.txt': 'a text',
  'shared/empty.ts': '',
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'bundle-'))
  for (const name of ['scripts/stamps.mjs', 'scripts/bundle-server.ts', 'server/start.mjs', 'package.json'])
    await cp(join(ROOT, name), join(copy, name))
  for (const [name, text] of Object.entries(SERVER)) await write(name, text)
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  run('scripts/bundle-server.ts')
})
afterAll(() => rm(copy, { recursive: true }))

async function write(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(copy, name)), { recursive: true })
  await writeFile(join(copy, name), text)
}

/** Returns what the program prints. */
function run(program: string, env: Record<string, string> = {}): string {
  const { stdout, stderr } = spawnSync(process.execPath, [program], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return stdout + stderr
}

test('the server starts from its bundle, whose modules find the files beside their sources', () => {
  expect(run('server/start.mjs')).toBe('bundle: a text, a text')
})

test('with RUN_SOURCES, and if a source has changed since, the server starts from its sources', async () => {
  expect(run('server/start.mjs', { RUN_SOURCES: '1' })).toBe('sources: a text, a text')
  await write('shared/empty.ts', 'export const changed = true')
  expect(run('server/start.mjs')).toBe('sources: a text, a text')
  run('scripts/bundle-server.ts')
  expect(run('server/start.mjs')).toBe('bundle: a text, a text')
})

test('a new bundle keeps the files that a running server may still load, for a month', async () => {
  const folder = join(copy, 'build/server')
  const part = (await readdir(folder)).find((name) => name.startsWith('later'))!
  await write('server/later.ts', `export const later: string = ', later'`)
  run('scripts/bundle-server.ts')
  expect(run('server/start.mjs')).toBe('bundle: a text, a text, later')
  expect(await readdir(folder)).toContain(part)
  const longAgo = Date.now() / 1000 - 31 * 86_400
  await utimes(join(folder, part), longAgo, longAgo)
  run('scripts/bundle-server.ts')
  expect(await readdir(folder)).not.toContain(part)
})
