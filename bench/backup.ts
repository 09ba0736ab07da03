/** Measures `npm run backup` and `npm run restore` of a filled shop: their time and their peak memory. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Place } from './filled.ts'
import type { Row } from './table.ts'

const MAX_SECONDS = 20
const ROOT = join(import.meta.dirname, '..')

/** Runs as the process ends. `maxRSS` is in kilobytes. */
const PRINT_PEAK = `data:text/javascript,process.on('exit',()=>console.error('peak ' + process.resourceUsage().maxRSS))`

/** @param target an empty shop, for the restore */
export async function measureBackup(source: Place, target: Place): Promise<Row[]> {
  const file = join(target.dataDir, 'backup.tar.gz')
  return [
    ...rowsOf('backup', await timed('backup', source, file)),
    ...rowsOf('restore', await timed('restore', target, file)),
  ]
}

type Cost = { seconds: number; megabytes: number }

function rowsOf(name: string, { seconds, megabytes }: Cost): Row[] {
  return [
    { name, figures: [seconds], unit: 's', target: { of: 'figure', limit: 'at most', value: MAX_SECONDS } },
    { name: '  peak memory', figures: [megabytes], unit: 'MB' },
  ]
}

/** Throws if the command fails. */
async function timed(
  command: 'backup' | 'restore',
  { dataDir, databaseUrl }: Place,
  file: string,
): Promise<Cost> {
  const start = performance.now()
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', PRINT_PEAK, `scripts/${command}.ts`, file],
    { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' } },
  )
  const seconds = (performance.now() - start) / 1000
  return { seconds, megabytes: Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024 }
}
