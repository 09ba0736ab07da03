import { urlOf } from '#shared/platform/api/url.ts'
import { adminHome } from '#shared/backoffice/api/admin.ts'
import { Client, json, request } from './client.ts'
import { fillPlace, withPlaces } from './filled.ts'
import { startProduct } from './server.ts'
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
const pgCpu = () => execSync('pgrep -x postgres || true').toString().trim().split('\n').filter(Boolean).reduce((sum, pid) => { try { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return sum + (Number(f[11]) + Number(f[12])) * 10 } catch { return sum } }, 0)

import { DESK_SIZES as SIZES } from './fill.ts'
const paths = process.argv.slice(3)
await withPlaces((process.argv[2] ?? 'PostgreSQL') as 'PostgreSQL', { cache: '.cache', keepIn: '/tmp/yr/keep' }, async (newPlace) => {
  const filled = await fillPlace(await newPlace('desk'), SIZES)
  const shop = await startProduct(filled.dataDir, { databaseUrl: filled.databaseUrl })
  const client = new Client(shop.port)
  await pause(3000)
  for (const path of paths.length ? paths : [urlOf(adminHome.today, {})]) {
    const ask = async () => json(await client.ask(request({ path, cookie: filled.cookie, encodings: 'identity' })), 200)
    for (let i = 0; i < 5; i++) await ask()
    writeFileSync('/tmp/pgt.go', ''); await pause(400)
    writeFileSync('/tmp/pgt.txt', '')
    const t: number[] = []; const c = shop.cpuMs(); const g = pgCpu()
    for (let i = 0; i < 60; i++) { const s = performance.now(); await ask(); t.push(performance.now() - s) }
    t.sort((a, b) => a - b)
    console.log(path, 'p50', t[30]!.toFixed(1), 'p95', t[57]!.toFixed(1), 'cpu', ((shop.cpuMs() - c) / 60).toFixed(1), 'pg', ((pgCpu() - g) / 60).toFixed(1))
    writeFileSync('/tmp/pgt.go', ''); await pause(400)
  }
  client.close(); await shop.stop()
})
