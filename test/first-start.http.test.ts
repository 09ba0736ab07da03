// Slow, not in `npm run check`: servers in child processes.
/** Concurrent starts, a start during a long migration, and starts with an unusable database. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, statfs, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { newPlace, onPostgres, openPlace } from './database.ts'
import { firstStarts } from './torture/first-starts.ts'
import { ensureBuilt, failedStart, startShop, type Place } from './torture/running-shop.ts'
import { startSharedSandboxes } from './torture/shared-sandboxes.ts'

beforeAll(ensureBuilt, 300_000)

async function inPlace<T>(run: (place: Place) => Promise<T>): Promise<T> {
  const place = await newPlace()
  try {
    return await run(place)
  } finally {
    await rm(place.dataDir, { recursive: true, force: true })
  }
}

/** Expects that a start prints the reason in one line and ends with exit code 1. */
async function expectRefusal(place: Place, words: RegExp): Promise<void> {
  const { code, output } = await failedStart(place)
  expect(output.trim()).toMatch(words)
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
}

describe.runIf(onPostgres)('on PostgreSQL', () => {
  test('three instances that start at the same time on an empty database all work, with one admin and one demo catalog', async () => {
    expect((await firstStarts(inject('postgresUrl'), 2)).violations).toEqual([])
  })

  test('a start waits until another instance has finished a long migration', () =>
    inPlace(async (place) => {
      const client = new pg.Client({ connectionString: place.databaseUrl! })
      await client.connect()
      // The migration takes longer than the time limit of statements for visitors, and than the difference between the
      // two starts on a busy machine.
      await client.query(`
        create function public.be_slow() returns event_trigger language plpgsql as $$
          begin if exists (select from pg_event_trigger_ddl_commands() where object_identity like '%.money_findings')
            then perform pg_sleep(16); end if; end $$;
        create event trigger slow on ddl_command_end when tag in ('CREATE TABLE') execute function public.be_slow()`)
      await client.end()
      const second = { ...place, dataDir: join(place.dataDir, 'second') }
      const { env, close } = await startSharedSandboxes(join(place.dataDir, 'services'), 'http://127.0.0.1')
      const shops = await Promise.all([startShop(place, env), startShop(second, env)])
      const waited = shops.filter((shop) =>
        shop.output().includes('Another instance is preparing the database'),
      )
      expect(waited).toHaveLength(1)
      for (const { origin, kill } of shops) {
        expect((await fetch(`${origin}/api/products`)).status).toBe(200)
        await kill()
      }
      await close()
    }))

  test('a full disk of the database server is reported in one line', () =>
    inPlace(async (place) => {
      const client = new pg.Client({ connectionString: place.databaseUrl! })
      await client.connect()
      await client.query(`
        create function public.be_full() returns event_trigger language plpgsql as $$
          begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
        create event trigger full_disk on ddl_command_end when tag in ('CREATE INDEX') execute function public.be_full()`)
      await client.end()
      await expectRefusal(place, /^The disk of PostgreSQL at .+ is full \(could not extend file/)
    }))

  test('a database server that cannot be reached or refuses the password is reported in one line', () =>
    inPlace(async (place) => {
      const url = new URL(place.databaseUrl!)
      const { host } = url
      url.password = 'wrong'
      await expectRefusal({ ...place, databaseUrl: url.href }, /refuses the user or the password/)
      url.port = '1'
      await expectRefusal({ ...place, databaseUrl: url.href }, /^PostgreSQL at .+ cannot be reached/)
      url.host = host
      url.password = 'frame'
      url.pathname = '/nothing_here'
      await expectRefusal({ ...place, databaseUrl: url.href }, /has no such database: create it/)
    }))
})

test('an older version refuses the database of a newer one, in one line', () =>
  inPlace(async (place) => {
    const { db, close } = await openPlace(place)
    const future = { name: '999-future', timestamp: new Date().toISOString() }
    // oxlint-disable-next-line typescript/no-explicit-any -- our schema does not have the migrator's table
    await (db as any).insertInto('kysely_migration').values(future).execute()
    await close()
    await expectRefusal(place, /made by a newer version of FRAME: it has the migration 999-future/)
  }))

const fileIn = ({ dataDir }: Place) => join(dataDir, 'shop.sqlite')

async function writeShop(file: string): Promise<void> {
  const { close } = await openPlace({ dataDir: join(file, '..'), databaseUrl: null })
  await close()
}

/** Writes a database file, and expects that a start refuses it and does not change it. */
async function expectUntouched(write: (file: string) => Promise<void>, words: RegExp): Promise<void> {
  await inPlace(async (place) => {
    const file = fileIn(place)
    await write(file)
    const before = await readFile(file)
    await expectRefusal(place, words)
    expect((await readFile(file)).equals(before)).toBe(true)
  })
}

/** A full disk needs a file system of its own, which only root can mount. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0

/** Starts a shop on a disk of its own, and expects that it refuses. @param left the free bytes of the disk */
async function startWithFreeSpace(left: number, fill: (dataDir: string) => Promise<void>): Promise<void> {
  await inPlace(async ({ dataDir: disk }) => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk])
    try {
      const dataDir = join(disk, 'data')
      await mkdir(dataDir)
      await fill(dataDir)
      const { bavail, bsize } = await statfs(disk)
      await writeFile(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - left))
      await expectRefusal(
        { dataDir, databaseUrl: null },
        /^The disk with the data folder .+ is full \(.+\)\. No data is lost\. Free some space/,
      )
    } finally {
      execFileSync('umount', [disk])
    }
  })
}

describe.skipIf(!canMount || onPostgres)('on a full disk', () => {
  test.each([0, 4096, 50_000, 900_000])('a first start with %i free bytes says so in one line', (left) =>
    startWithFreeSpace(left, async () => {}),
  )

  test.each([0, 4096, 100_000])(
    'a start that has to migrate, with %i free bytes, says so in one line',
    (left) =>
      startWithFreeSpace(left, async (dataDir) => {
        const data = join(import.meta.dirname, 'upgrades/025-trusted-reviews/data-folder.tar.gz')
        execFileSync('tar', ['-xzf', data, '-C', dataDir])
      }),
  )
})

describe.skipIf(onPostgres)('on SQLite', () => {
  test('an empty file is refused', () =>
    expectUntouched((file) => writeFile(file, ''), /is empty \(0 bytes\)/))

  test('a file that is not a database is refused', () =>
    expectUntouched((file) => writeFile(file, randomBytes(20_000)), /is damaged \(file is not a database\)/))

  test('a truncated database is refused', () =>
    expectUntouched(async (file) => {
      await writeShop(file)
      await truncate(file, 40_000)
    }, /is damaged/))

  test('a database with a corrupt page is refused', () =>
    expectUntouched(async (file) => {
      await writeShop(file)
      const bytes = await readFile(file)
      // Everything except the first page, which has the schema.
      bytes.fill(0x5a, 4096, bytes.length)
      await writeFile(file, bytes)
    }, /is damaged/))

  test('a database of another program is refused', () =>
    expectUntouched(async (file) => {
      const db = new DatabaseSync(file)
      db.exec('create table recipes (id integer)')
      db.close()
    }, /does not contain the tables of FRAME/))

  test('a write-ahead log without its database is refused', () =>
    inPlace(async (place) => {
      await writeFile(`${fileIn(place)}-wal`, randomBytes(4000))
      await expectRefusal(place, /is missing, but its log/)
      expect(existsSync(fileIn(place))).toBe(false)
    }))

  test('a data folder that is a file is refused', () =>
    inPlace(async (place) => {
      const dataDir = join(place.dataDir, 'file')
      await writeFile(dataDir, '')
      await expectRefusal({ ...place, dataDir }, /^The data folder .+ cannot be used/)
    }))

  test('the files of an interrupted first start are replaced', () =>
    inPlace(async (place) => {
      await mkdir(place.dataDir, { recursive: true })
      for (const rest of ['', '-wal', '-shm'])
        await writeFile(`${fileIn(place)}.new${rest}`, randomBytes(5000))
      const shop = await startShop(place)
      expect((await fetch(`${shop.origin}/api/products`)).status).toBe(200)
      await shop.kill()
      expect(existsSync(`${fileIn(place)}.new`)).toBe(false)
    }))
})
