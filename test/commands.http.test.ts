/** The commands of the terminal, as programs beside a shop that is open: `npm run backup`, `restore` and `admin`. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

type Said = { code: number; text: string }
type Where = { dataDir: string; databaseUrl: string | null }

function run(script: string, words: string[], where: Where = shop.shop.config): Promise<Said> {
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
      (error, out, complaint) => {
        resolve({ code: error ? Number(error.code) : 0, text: out + complaint })
      },
    )
  })
}

describe('npm run backup', () => {
  test(
    'writes a dated file that only its owner may read, and restore puts it elsewhere',
    { timeout: 60_000 },
    async () => {
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
        /What was there before is in .+replaced/,
      )
      await rm(there.dataDir, { recursive: true })
    },
  )

  test('never writes over a file, and leaves no half of one', async () => {
    await writeFile(join(folder, 'precious'), 'keep me')
    const { code, text } = await run('backup', ['precious'])
    expect(code).toBe(1)
    expect(text).toContain('never writes over a file')
    expect((await readdir(folder)).filter((name) => name.startsWith('precious'))).toEqual(['precious'])
    expect((await run('backup', [], { dataDir: folder, databaseUrl: null })).text).toContain(
      'There is no shop in',
    )
  })
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

  test('resets a forgotten password, gives back the role, and ends every session', async () => {
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

  test('works before the shop has ever been started', async () => {
    const there = await newPlace()
    expect((await run('admin', ['first@example.com'], there)).code).toBe(0)
    const { db, close } = await openPlace(there)
    expect(await db.selectFrom('users').select(['email', 'is_admin']).execute()).toEqual([
      { email: 'first@example.com', is_admin: 1 },
    ])
    await close()
    await rm(there.dataDir, { recursive: true })
  })

  test('says how it is called, and refuses what is no e-mail', async () => {
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
