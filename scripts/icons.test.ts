import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { webManifest } from './icons.ts'

const PUBLIC = join(import.meta.dirname, '../public')

it('public/site.webmanifest matches shared/kernel/brand.ts; if not, run npm run icons', () => {
  expect(JSON.parse(readFileSync(join(PUBLIC, 'site.webmanifest'), 'utf8'))).toEqual(webManifest())
})
