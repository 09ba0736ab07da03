import { Client, json, request } from './client.ts'
import { fillPlace, withPlaces } from './filled.ts'
import { startProduct } from './server.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptions } from '#server/kernel/db/postgres.ts'
import { DESK_SIZES as SIZES } from './fill.ts'
await withPlaces('PostgreSQL', { cache: '.cache', keepIn: '/tmp/yr/keep' }, async (newPlace) => {
  const filled = await fillPlace(await newPlace('desk'), SIZES)
  const shop = await startProduct(filled.dataDir, { databaseUrl: filled.databaseUrl })
  const client = new Client(shop.port)
  const path = process.argv[2]!
  const ask = async () => json(await client.ask(request({ path, cookie: filled.cookie, encodings: 'identity' })), 200)
  for (let i = 0; i < 3; i++) await ask()
  writeFileSync('/tmp/pgc.reset', ''); await pause(400)
  await ask()
  writeFileSync('/tmp/pgc.go', ''); await pause(400)
  const all = JSON.parse(readFileSync('/tmp/pgc.json', 'utf8')) as { text: string; n: number; values: unknown[] }[]
  const db = new pg.Client(connectionOptions(filled.databaseUrl!)); await db.connect()
  const rows = []
  for (const { text, n, values } of all) {
    let best = { p: 1e9, e: 1e9, gp: 0, plan: '' }
    for (let i = 0; i < 4; i++) {
      const r = await db.query(`explain (analyze, timing off, format json) ${text}`, values).catch((e) => ({ rows: [], e }))
      const x = (r.rows[0] as any)?.['QUERY PLAN']?.[0]
      if (x && x['Execution Time'] + x['Planning Time'] < best.p + best.e) best = { p: x['Planning Time'], e: x['Execution Time'], gp: 0, plan: '' }
    }
    rows.push({ n, ...best, text })
  }
  for (const q of all.filter((x) => /orders.user_id in/.test(x.text))) for (let k = 0; k < 2; k++) console.log('PLAN', q.text.slice(-300), JSON.stringify(q.values), (await db.query('explain (analyze, buffers) ' + q.text, q.values)).rows.map((r: any) => r['QUERY PLAN']).join('\n'))
  rows.sort((a, b) => b.p + b.e - a.p - a.e)
  let p = 0, e = 0
  for (const r of rows) { p += r.p * r.n; e += r.e * r.n; console.log(r.n, r.p.toFixed(2), r.e.toFixed(2), r.text.replace(/\s+/g, ' ').slice(0, Number(process.argv[3] ?? 230))) }
  console.log('sum', rows.length, p.toFixed(1), e.toFixed(1))
  await db.end()
  client.close(); await shop.stop()
})
