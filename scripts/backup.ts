/** `npm run backup [FILE or FOLDER]`: writes a backup of the shop, verifies it, and prints a summary. */
import { createWriteStream, existsSync, statSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { checkBackup } from '#server/backoffice/backup/check.ts'
import { BackupRefused } from '#server/backoffice/backup/archive.ts'
import { takeBackup, type Backup } from '#server/backoffice/backup/take.ts'
import { systemClock } from '#server/kernel/time/clock.ts'
import { readConfig } from '#server/kernel/config/config.ts'
import { syncFolder } from '#server/kernel/files/write.ts'
import { openStoreForCommand } from '#server/platform/services/store-for-command.ts'
import { command, confirm, contentsOf, pathOf, print, Usage } from './command.ts'

// A running shop has priority over the backup.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

await command(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  if (positionals.length > 1) throw new Usage('npm run backup [FILE or FOLDER]')
  const config = readConfig(process.env)
  const path = pathOf(positionals[0] ?? '.')
  await requireIntended(path)
  const backup = await takeBackup({ config, clock: systemClock, store: await openStoreForCommand(config) })
  const file = targetOf(path, backup)
  // The file gets its final name only when it is complete.
  const unfinished = `${file}.part`
  try {
    await pipeline(backup.content, createWriteStream(unfinished, { mode: 0o600, flush: true }))
    const { manifest } = await checkBackup(unfinished)
    await rename(unfinished, file)
    await syncFolder(dirname(file))
    print(`${file} (${sizeOf((await stat(file)).size)})`)
    print(contentsOf(manifest))
  } finally {
    await rm(unfinished, { force: true })
  }
})

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/**
 * Rejects a path that is not an existing folder and does not end in .tar.gz, because it may be a misspelled folder or a
 * disk that is not mounted. At a terminal, the user can confirm the path.
 */
async function requireIntended(path: string): Promise<void> {
  if (existsSync(path)) return
  if (!existsSync(dirname(path))) throw new BackupRefused(`There is no folder ${dirname(path)}.`)
  if (path.endsWith('.tar.gz')) return
  const question = `There is no folder ${path}. Write the backup to a file with that name? [y/N] `
  if (await confirm(question)) return
  throw new BackupRefused(
    `Nothing was written: there is no folder ${path}, and the name of a backup file must end in .tar.gz. Create the folder first, or choose another name.`,
  )
}

function targetOf(path: string, { name, content }: Backup): string {
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, name) : path
  if (!existsSync(file)) return file
  content.destroy()
  throw new BackupRefused(`${file} already exists, and a backup never overwrites a file.`)
}
