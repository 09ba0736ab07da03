/** For `node --import`: the server loads the mutant named by MUTANT instead of its file. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { CRASH_MUTANTS } from './crash-mutants.ts'
import { mutated } from './mutate.ts'

const mutant = CRASH_MUTANTS.find(({ name }) => name === process.env.MUTANT)
if (!mutant) throw new Error(`There is no mutant “${process.env.MUTANT}”`)
const target = pathToFileURL(join(import.meta.dirname, '../..', mutant.file)).href

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (url !== target) return loaded
    return { ...loaded, source: mutated(mutant, readFileSync(new URL(url), 'utf8')) }
  },
})
