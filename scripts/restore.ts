/** `npm run restore -- FILE [--replace]`: restores a backup to the database and data folder of the settings. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreBackup } from '#server/backoffice/backup/restore.ts'
import { readConfig, type Config } from '#server/kernel/config/config.ts'
import { openStore } from '#server/platform/storage/open-store.ts'
import { command, contentsOf, pathOf, print, Usage } from './command.ts'

await command(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new Usage('npm run restore -- FILE [--replace]')
  const config = readConfig(process.env)
  const place = { ...config, store: isInDataDir(config) ? null : await openStore(config) }
  const { manifest, keptAside, mixedWith } = await restoreBackup(place, pathOf(file), values.replace)
  print(`The shop is restored, in ${config.databaseUrl ? 'PostgreSQL and ' : ''}${config.dataDir}.`)
  print(contentsOf(manifest))
  for (const where of keptAside) print(`The previous data is in ${where}.`)
  if (mixedWith) print(`Previous pictures are still in ${mixedWith}; unused ones will be deleted.`)
  print('All users have to sign in again: a backup contains no sessions.')
})

/** Whether pictures are in the data folder, so that the restore can move them aside with the other data. */
function isInDataDir({ dataDir, storage }: Config): boolean {
  return storage.kind === 'disk' && storage.folder === join(dataDir, 'uploads')
}
