/**
 * Sums up CPU profiles of V8: the time spent in each package and folder, and in each function, without the functions that
 * it calls. `node bench/profile.ts FOLDER`: the folder that `node --cpu-prof --cpu-prof-dir=FOLDER` has filled.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

type Frame = { functionName: string; url: string; lineNumber: number }
type Profile = { nodes: { id: number; callFrame: Frame }[]; samples: number[]; timeDeltas: number[] }

const ROOT = join(import.meta.dirname, '..')
const SHOWN = 45

/** Adds the microseconds of each sample to its place and its function. */
function sum(profile: Profile): { places: Map<string, number>; functions: Map<string, number> } {
  const places = new Map<string, number>()
  const functions = new Map<string, number>()
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  for (const [index, id] of profile.samples.entries()) {
    const frame = frames.get(id)!
    if (frame.functionName === '(idle)') continue
    const time = profile.timeDeltas[index]!
    const place = placeOf(frame)
    const name = `${frame.functionName || '(anonymous)'}  ${shortUrl(frame.url)}:${frame.lineNumber + 1}`
    places.set(place, (places.get(place) ?? 0) + time)
    functions.set(name, (functions.get(name) ?? 0) + time)
  }
  return { places, functions }
}

function placeOf({ url, functionName }: Frame): string {
  const path = shortUrl(url)
  if (path === '') return functionName
  const [, name = ''] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
  return name || path.split('/').slice(0, 3).join('/')
}

function shortUrl(url: string): string {
  return url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : url
}

function print(title: string, times: Map<string, number>, total: number): void {
  process.stdout.write(`\n${title}\n`)
  for (const [name, time] of [...times].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN))
    process.stdout.write(
      `${((100 * time) / total).toFixed(1).padStart(6)}%  ${(time / 1000).toFixed(0).padStart(7)} ms  ${name}\n`,
    )
}

const folder = process.argv[2] ?? '.'
for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))) {
  const { places, functions } = sum(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile)
  const total = [...places.values()].reduce((all, time) => all + time, 0)
  process.stdout.write(`\n${file}: ${(total / 1000).toFixed(0)} ms\n`)
  print('By package and folder', places, total)
  print('By function', functions, total)
}
