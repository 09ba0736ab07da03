/** The picture kit of imagery/: checks that its programs are installed, and draws and renders a bag with them. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Coffee } from './coffee.ts'

const ROOT = join(import.meta.dirname, '../..')
const IMAGERY = join(ROOT, 'imagery')

/** The cache of textures, simulated cloth and raw pictures. Git ignores it. */
export const WORK = join(ROOT, '.cache/imagery')

/** Debian's Python. It draws the labels, and Debian's Blender uses it too. */
const PYTHON = '/usr/bin/python3'

const PACKAGES =
  'blender g++ python3-numpy python3-pil fonts-inter fonts-league-spartan fonts-ebgaramond fonts-gfs-didot fonts-quattrocento fonts-dancingscript fonts-league-mono'

/** A message that lists the missing programs and how to install them. Null if none are missing. */
export function missingTools(): string | null {
  const missing = [
    isInstalled('blender', ['--version']) ? '' : 'Blender',
    isInstalled(PYTHON, ['-c', 'import numpy, PIL']) ? '' : 'Python with numpy and Pillow',
    isInstalled('g++', ['--version']) ? '' : 'a C++ compiler',
    ['league-spartan', 'ebgaramond', 'inter'].every((font) => existsSync(`/usr/share/fonts/opentype/${font}`))
      ? ''
      : 'the fonts of the label',
  ].filter(Boolean)
  if (missing.length === 0) return null
  return `Not installed: ${missing.join(', ')}. On Debian 12:\n  apt-get install -y --no-install-recommends ${PACKAGES}`
}

function isInstalled(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

/** Draws the label. Also draws the other textures of the coffee's pictures, unless they are cached. */
export function drawTextures({ no, film, second }: Coffee): void {
  const isDark = film === 'white' || film === 'kraft' || film === 'sage'
  // The background of the close-up shows another bag (scenes/bag.py).
  const background = `label_${String(((Number(no) + 2) % 12) + 1).padStart(2, '0')}`
  const others = {
    lying: [isDark ? 'walnuts' : 'oaks'],
    table: ['oaks', 'plaster', 'espresso'],
    macro: [background],
  }[second]
  const drawn = existsSync(join(WORK, 'tex')) ? readdirSync(join(WORK, 'tex')) : []
  const needed = (others ?? []).filter((name) => !drawn.includes(`${name}.png`))
  run(PYTHON, [join(IMAGERY, 'kit/textures.py'), `label_${no}`, ...needed])
}

/** Renders one picture of a coffee. Returns the path of the JPEG. */
export function renderBag(
  { no }: Coffee,
  { shot, name, preview }: { shot: string; name: string; preview: boolean },
): string {
  const size = shot === 'main' ? '--w 1080 --spp 32' : '--w 864 --spp 28'
  const options = `--out ${name} --no ${no} --shot ${shot} ${size}${preview ? ' --preview 432' : ''}`
  const scene = join(IMAGERY, 'scenes/bag.py')
  run('nice', ['-n', '10', 'blender', '-b', '-noaudio', '-P', scene, '--', ...options.split(' ')])
  const picture = join(WORK, 'out', `${name}.jpg`)
  if (!existsSync(picture)) throw new Error(`Blender made no ${name}.jpg`)
  return picture
}

function run(program: string, args: string[]): void {
  const done = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, FRAMEKIT_WORK: WORK, FRAMEKIT_CATALOGUE: join(WORK, 'catalogue.json') },
  })
  // Blender exits with 0 even if its script has failed.
  if (done.status !== 0 || /^Traceback/m.test(done.stdout + done.stderr))
    throw new Error(`${program} failed:\n${done.stdout.slice(-3000)}\n${done.stderr.slice(-3000)}`)
}
