/** .env.example explains exactly the existing settings. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { variables } from './config.ts'
import { SECRETS } from './secrets.ts'

const TEXT = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
/** The file with the comment sign of every setting removed. */
const shown = parseEnv(TEXT.replaceAll(/^# (?=[A-Z][A-Z0-9_]*=)/gm, ''))
const settings = Object.keys(variables.shape) as (keyof typeof variables.shape)[]

test('.env.example has every setting, and no other', () => {
  expect(Object.keys(shown).sort()).toEqual([...settings].sort())
})

test('every shown value is the default', () => {
  const defaults = variables.parse({})
  const wrong = settings.filter((name) => {
    const text = shown[name] ?? ''
    return variables.shape[name].parse(text === '' ? undefined : text) !== defaults[name]
  })
  expect(wrong).toEqual([])
})

test('every setting has at least one line of explanation above it or its group', () => {
  const blocks = TEXT.split(/\n\s*\n/)
  const bare = settings.filter((name) => {
    const block = blocks.find((each) => new RegExp(`^# ${name}=`, 'm').test(each)) ?? ''
    const lines = block.split('\n').filter((line) => !/^# [A-Z][A-Z0-9_]*=/.test(line))
    return lines.join(' ').length < 40
  })
  expect(bare).toEqual([])
})

test('a copy of the file sets nothing', () => {
  expect(parseEnv(TEXT)).toEqual({})
})

test('every setting whose name indicates a credential is concealed', () => {
  const PUBLIC = new Set(['PAYPAL_CLIENT_ID'])
  const credentials = settings.filter((name) =>
    /SECRET|TOKEN|PASSWORD$|_KEY$|DATABASE_URL|SMTP_URL/.test(name),
  )
  expect(credentials.filter((name) => !PUBLIC.has(name)).sort()).toEqual([...SECRETS].sort())
})
