import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const APP = join(import.meta.dirname, '../app')

test('every hover style is only for devices that can hover, because it would remain after a tap', () => {
  const files = globSync('**/*.css', { cwd: APP })
  expect(files.length).toBeGreaterThan(50)
  const rules = files.flatMap((file) => hoverRulesIn(file))
  expect(rules.length).toBeGreaterThan(20)
  expect(rules.filter(({ isGuarded }) => !isGuarded).map(({ where }) => where)).toEqual([])
})

test('no hover style is in a layer, because each sheet that declares the same property would win over it', () => {
  const rules = globSync('**/*.css', { cwd: APP }).flatMap((file) => hoverRulesIn(file))
  expect(rules.filter(({ isInLayer }) => isInLayer).map(({ where }) => where)).toEqual([])
})

/** Exception: without JavaScript the header can open only by hover and focus, so also by a tap. */
const GUARD = /\(hover: hover\)|\(scripting: none\)/

type HoverRule = { where: string; isGuarded: boolean; isInLayer: boolean }

/** The rules with `:hover`, whether a media query limits them to devices that can hover, and whether they are in a layer. */
function hoverRulesIn(file: string): HoverRule[] {
  const css = readFileSync(join(APP, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  const found: HoverRule[] = []
  const around: string[] = []
  for (const [, before = '', mark] of css.matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '}') around.pop()
    if (mark !== '{') continue
    const prelude = before.trim()
    if (prelude.includes(':hover'))
      found.push({
        where: `${file}: ${prelude}`,
        isGuarded: around.some((each) => GUARD.test(each)),
        isInLayer: around.some((each) => each.startsWith('@layer')),
      })
    around.push(prelude)
  }
  return found
}
