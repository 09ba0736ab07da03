/**
 * Browser tests prefer reduced motion, because without a graphics card the processor draws each frame of a transition. Specs
 * of moving elements, of page loads and of whole purchases use `WITH_MOTION`. `npm run torture -- screens` runs all tests with
 * motion. decisions/037
 */
import type { BrowserContextOptions } from '@playwright/test'
import { EVERYTHING } from '../where-tests-run.ts'

/** Options of every other context. */
export const REDUCED_MOTION: BrowserContextOptions = EVERYTHING ? {} : { reducedMotion: 'reduce' }

/** For `test.use`. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } satisfies {
  contextOptions: BrowserContextOptions
}
