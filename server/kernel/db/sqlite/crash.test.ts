import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { lockDataFolder } from './file.ts'
import { openShop, temporaryFolder } from './testing.ts'

test('an acknowledged write survives kill -9', async () => {
  const { file } = await openShop()
  const child = spawnNode(`
    import { Kysely } from 'kysely'
    import { sqliteDialect } from '${import.meta.resolve('./dialect.ts')}'
    const db = new Kysely({ dialect: sqliteDialect({ file: ${JSON.stringify(file)} }) })
    for (let n = 0; ; n += 20) {
      await Promise.all(Array.from({ length: 20 }, async (_, i) => {
        await db.transaction().execute((trx) => trx.insertInto('product').values({ name: String(n + i), stock: 1 }).execute())
        process.stdout.write(n + i + '\\n')
      }))
    }`)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.length > 2000) child.kill('SIGKILL')
  })
  await once(child, 'close')
  const acknowledged = said.split('\n').slice(0, -1)
  const after = new DatabaseSync(file)
  const saved = new Set(
    after
      .prepare('select name from product')
      .all()
      .map((row) => row['name']),
  )
  expect(after.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  after.close()
  expect(acknowledged.length).toBeGreaterThan(300)
  expect(acknowledged.filter((name) => !saved.has(name))).toEqual([])
})

test('when the writer dies, all pending work is rejected and onFatal is called', async () => {
  const { file } = await openShop()
  const child = spawnNode(`
    import { Kysely } from 'kysely'
    import { Worker } from 'node:worker_threads'
    const post = Worker.prototype.emit
    let writer
    Worker.prototype.emit = function (...args) { writer = this; return post.apply(this, args) }
    const { sqliteDialect } = await import('${import.meta.resolve('./dialect.ts')}')
    const onFatal = (error) => console.log('fatal: ' + error.message)
    const db = new Kysely({ dialect: sqliteDialect({ file: ${JSON.stringify(file)}, onFatal }) })
    const add = () => db.insertInto('product').values({ name: String(Math.random()), stock: 1 }).execute()
    await add()
    const held = db.transaction().execute(async (trx) => {
      await trx.deleteFrom('line').execute()
      await writer.terminate()
      await trx.deleteFrom('line').execute()
    })
    const results = await Promise.allSettled([held, add(), add()])
    console.log(results.map((result) => result.reason?.code).join())
    await add().catch((error) => console.log(error.code))
    await db.destroy()`)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  await once(child, 'close')
  const code = 'ERR_SQLITE_WRITER_DIED'
  expect(said.split('\n')).toEqual([
    'fatal: The database writer has died: it exited with code 1',
    `${code},${code},${code}`,
    code,
    '',
  ])
})

test('a second process on the data folder is refused with the process id of the first', async () => {
  const folder = await temporaryFolder()
  const child = spawnNode(`
    import { lockDataFolder } from '${import.meta.resolve('./file.ts')}'
    await lockDataFolder(${JSON.stringify(folder)})
    console.log('locked')
    setInterval(() => {}, 1000)`)
  await once(child.stdout, 'data')
  await expect(lockDataFolder(folder)).rejects.toThrow(
    new RegExp(`^The data folder .+ is in use by another FRAME process \\(pid ${child.pid}, since \\d{4}-`),
  )
  child.kill('SIGKILL')
  await once(child, 'close')
  const release = await lockDataFolder(folder)
  await release()
  await (
    await lockDataFolder(folder)
  )()
})

function spawnNode(source: string) {
  return spawn(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
