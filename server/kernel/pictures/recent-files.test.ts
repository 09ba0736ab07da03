import { expect, it } from 'vitest'
import { RecentFiles } from './recent-files.ts'

let loads: string[] = []
const load = (size: number | null) => (path: string) => {
  loads.push(path)
  return Promise.resolve(size === null ? null : Buffer.alloc(size))
}

it('loads a small file once, and a large or missing file every time', async () => {
  const recent = new RecentFiles()
  loads = []
  const sizes: [string, number | null][] = [
    ['small', 500_000],
    ['large', 600_000],
    ['missing', null],
  ]
  const twice = await Array.fromAsync([...sizes, ...sizes], ([path, size]) => recent.read(path, load(size)))
  expect(twice.map((data) => data?.length)).toEqual([
    500_000,
    600_000,
    undefined,
    500_000,
    600_000,
    undefined,
  ])
  expect(loads).toEqual(['small', 'large', 'missing', 'large', 'missing'])
})

it('removes the least recently used file when the cache is full', async () => {
  const recent = new RecentFiles()
  const read = (path: string) => recent.read(path, load(500_000))
  await read('first')
  await read('second')
  await read('first')
  await Array.fromAsync({ length: 63 }, (_, n) => read(`more ${n}`))
  loads = []
  await read('first')
  await read('second')
  expect(loads).toEqual(['second'])
})
