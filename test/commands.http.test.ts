// On SQLite only: processes, the same code on both databases.
// Slow, not in `npm run check`: servers in child processes.
/** The commands `npm run backup`, `restore` and `admin`, as processes beside a running shop. */
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpApp } from './authenticator-app.ts'
import { newPlace, openPlace } from './database.ts'
import { fillShop } from './full-shop.ts'
import { violations } from './invariants.ts'
import { openShop, PASSWORD, type TestShop } from './shop.ts'
import { signedIn } from './signed-in.ts'

const ROOT = join(import.meta.dirname, '..')

let shop: TestShop
let folder: string
beforeAll(async () => {
  shop = await openShop()
  folder = await mkdtemp(join(tmpdir(), 'frame-commands-'))
  await fillShop(shop)
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

type CommandResult = { code: number; text: string }
type Target = { dataDir: string; databaseUrl: string | null }

function run(script: string, words: string[], where: Target = shop.shop.config): Promise<CommandResult> {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: where.dataDir,
    DATABASE_URL: where.databaseUrl ?? '',
    INIT_CWD: folder,
  }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`scripts/${script}.ts`, ...words],
      { cwd: ROOT, env },
      (error, out, errorOutput) => {
        resolve({ code: error ? Number(error.code) : 0, text: out + errorOutput })
      },
    )
  })
}

describe('npm run backup', () => {
  test('writes a dated file that only its owner can read, and restore restores it elsewhere', async () => {
    const { code, text } = await run('backup', [])
    expect(text).toMatch(/frame-\d{4}-\d\d-\d\d-\d{6}\.tar\.gz \(\d[\d.]* (kB|MB)\)\n.+ orders.+ users/)
    expect(code).toBe(0)
    const [name, ...more] = await readdir(folder)
    expect(more).toEqual([])
    expect((await stat(join(folder, name!))).mode & 0o777).toBe(0o600)

    const there = await newPlace()
    const restored = await run('restore', [name!], there)
    expect(restored.text).toContain('The shop is restored')
    expect(restored.code).toBe(0)
    const { db, close } = await openPlace(there)
    expect(await violations(db)).toEqual([])
    expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(
      (await shop.db.selectFrom('orders').select('id').execute()).length,
    )
    await close()
    const again = await run('restore', [name!], there)
    expect(again).toMatchObject({
      code: 1,
      text: expect.stringContaining('npm run restore -- FILE --replace'),
    })
    expect((await run('restore', [name!, '--replace'], there)).text).toMatch(
      /The previous data is in .+replaced/,
    )
    await rm(there.dataDir, { recursive: true })
  })

  test('never overwrites a file, and leaves no incomplete file', async () => {
    await writeFile(join(folder, 'precious'), 'keep me')
    const { code, text } = await run('backup', ['precious'])
    expect(code).toBe(1)
    expect(text).toContain('never overwrites a file')
    expect((await readdir(folder)).filter((name) => name.startsWith('precious'))).toEqual(['precious'])
    expect((await run('backup', [], { dataDir: folder, databaseUrl: null })).text).toContain(
      'There is no shop in',
    )
  })

  test('writes no file if the name may be a misspelled folder or an unmounted disk', async () => {
    for (const name of ['bakups', 'frame.tar', 'gone/frame.tar.gz']) {
      const { code, text } = await run('backup', [name])
      expect(code, name).toBe(1)
      expect(text, name).toMatch(/no folder/)
      expect(text, name).not.toContain('at ')
    }
    expect((await readdir(folder)).filter((name) => /bakups|^frame\.tar|gone/.test(name))).toEqual([])
    const { code, text } = await run('backup', ['named.tar.gz'])
    expect([code, text]).toEqual([0, expect.stringContaining('named.tar.gz')])
  })

  test.skipIf(!existsSync('/usr/bin/script'))(
    'asks for a confirmation of such a name at a terminal',
    async () => {
      const at = (answer: string) =>
        new Promise<string>((resolve) => {
          const { dataDir, databaseUrl } = shop.shop.config
          const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', INIT_CWD: folder }
          const words = `${process.execPath} scripts/backup.ts answered-${answer}`
          const terminal = spawn('script', ['-qec', words, '/dev/null'], { cwd: ROOT, env })
          let text = ''
          terminal.stdout.on('data', (data: Buffer) => {
            if (!text.includes('[y/N]') && `${text}${data.toString()}`.includes('[y/N]'))
              terminal.stdin.write(`${answer}\n`)
            text += data.toString()
          })
          terminal.on('close', () => resolve(text))
        })
      expect(await at('n')).toContain('Nothing was written')
      expect(await at('y')).toMatch(/answered-y \(/)
      expect((await readdir(folder)).filter((name) => name.startsWith('answered'))).toEqual(['answered-y'])
    },
  )
})

test('no command prints anything about a missing .env', async () => {
  const told = (words: string[], env: Record<string, string>) =>
    new Promise<string>((resolve) => {
      const given = { PATH: process.env.PATH, DATA_DIR: shop.shop.config.dataDir, ...env }
      execFile(process.execPath, words, { cwd: ROOT, env: given }, (_error, out, complaint) =>
        resolve(out + complaint),
      )
    })
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(await told(['scripts/run.mjs', 'admin', 'nobody'], {})).toMatch(/^\s+npm run admin/)
  const words = (name: string) => scripts[name]!.split(' ').slice(1)
  // With an invalid setting the shop ends at once.
  expect(await told(words('serve'), { PORT: 'none' })).not.toContain('.env')
  expect(words('dev')).not.toContain('--env-file-if-exists=.env')
})

const passwordIn = (text: string) => /Password: (\S+)/.exec(text)?.[1] ?? ''
const enter = (email: string, password: string) => shop.visitor().post('/api/users/auth', { email, password })

describe('npm run admin', () => {
  test('creates an admin while the shop is open, and prints the password once', async () => {
    const { code, text } = await run('admin', ['Nell@Example.com', '--name', 'Nell New'])
    expect(text).toContain('nell@example.com is an admin now.')
    expect(code).toBe(0)
    const { status, body } = await enter('nell@example.com', passwordIn(text))
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Nell New', isAdmin: true })
  })

  test('resets a forgotten password, restores the role, and ends every session', async () => {
    const { cookie, email, id } = await signedIn(shop, { name: 'Forgetful Owner' })
    const { text } = await run('admin', [email])
    expect(text).toContain('is an admin with a new password, and is signed out everywhere')
    expect((await shop.visitor().get('/api/users/profile', { cookie })).status).toBe(401)
    expect((await enter(email, PASSWORD)).status).toBe(401)
    const { body } = await enter(email, passwordIn(text))
    expect(body).toMatchObject({ _id: id, name: 'Forgetful Owner', isAdmin: true })
    const owner = await signedIn(shop, { isAdmin: true })
    const record = await owner.get(`/api/record?subject=user&subjectId=${id}`)
    expect(record.body.lines).toMatchObject([
      {
        by: 'The terminal',
        action: 'Password reset',
        changes: [{ field: 'Admin', before: 'no', after: 'yes' }],
      },
    ])
  })

  test('removes the second factor of the last owner, and keeps the password', async () => {
    const owner = await shop.admin()
    const { _id: id, email } = (await owner.get('/api/users/profile')).body
    await setUpApp(shop, owner)
    expect((await enter(email, PASSWORD)).body.needs).toBe('code')
    const { code, text } = await run('admin', [email, '--remove-second-factor'])
    expect([code, text]).toEqual([0, expect.stringContaining('no longer has a second factor')])
    expect((await owner.get('/api/users/profile')).status).toBe(401)
    expect((await enter(email, PASSWORD)).status).toBe(200)
    const reader = await signedIn(shop, { isAdmin: true })
    const { body } = await reader.get(`/api/record?subject=user&subjectId=${id}`)
    expect(body.lines[0]).toMatchObject({ by: 'The terminal', action: 'Removed the second factor' })
    expect((await run('admin', [email, '--remove-second-factor'])).text).toContain('has no second factor')
  })

  test('works before the first start of the shop', async () => {
    const there = await newPlace()
    expect((await run('admin', ['first@example.com'], there)).code).toBe(0)
    const { db, close } = await openPlace(there)
    expect(await db.selectFrom('users').select(['email', 'is_admin']).execute()).toEqual([
      { email: 'first@example.com', is_admin: 1 },
    ])
    await close()
    await rm(there.dataDir, { recursive: true })
  })

  test('prints its usage, and refuses an invalid email', async () => {
    for (const words of [
      [],
      ['nobody'],
      ['a@example.com', 'b@example.com'],
      ['a@example.com', '--nmae', 'x'],
    ])
      expect((await run('admin', words)).code).toBe(1)
    expect((await run('admin', ['nobody'])).text).toContain('npm run admin -- EMAIL [--name NAME]')
  })
})
