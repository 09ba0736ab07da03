/** Builds the pictures in every width, then the pages, then compressed copies of the pages' files, then the server's bundle. */
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { buildStamp, writeStamp } from './stamps.mjs'
import { bundleServer } from './bundle-server.ts'
import { makePictures } from './pictures.ts'
import { slimManifest } from './slim-manifest.ts'

const ROOT = join(import.meta.dirname, '..')
const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml|webmanifest)$/

await makePictures(progress)
print('Pages')
const stamp = buildStamp()
for (const folder of ['build/site/client', 'build/site/server'])
  rmSync(join(ROOT, folder), { recursive: true, force: true })
const built = spawnSync(process.execPath, [join(ROOT, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
  cwd: ROOT,
  encoding: 'utf8',
  env: { ...process.env, NODE_ENV: 'production' },
})
if (built.status !== 0) {
  process.stderr.write(`${built.stdout}\n${built.stderr}\n`)
  process.exit(1)
}
slimManifest(join(ROOT, 'build/site/client/assets'))
compressAssets(join(ROOT, 'build/site/client/assets'))
writeStamp(stamp)
print('Pages ready', true)
await bundleServer()

function compressAssets(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!COMPRESSIBLE.test(name)) continue
    const text = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }))
    writeFileSync(
      join(folder, `${name}.br`),
      brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
  }
}

function progress(done: number, total: number): void {
  print(`Pictures ${done}/${total}`, done === total)
}

/** Prints the progress. At a terminal, one line is updated; otherwise only the last message of each step is printed. */
function print(text: string, last = false): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K  ${text}${last ? '\n' : ''}`)
  else if (last) process.stdout.write(`  ${text}\n`)
}
