import { expect, test } from 'vitest'
import { nextSuggestion, type SearchSession } from './use-suggestions.ts'

const START = Date.UTC(2026, 10, 28)

/** The tokens of requests at these times, in milliseconds after the first. */
function tokensAt(times: number[]): string[] {
  let session: SearchSession | null = null
  return times.map((time) => (session = nextSuggestion(session, START + time)).token)
}

test('the requests of a search have one session', () => {
  expect(new Set(tokensAt([0, 300, 900, 179_999])).size).toBe(1)
})

test('the 31st request begins a new session, and so does the 61st', () => {
  const tokens = tokensAt(Array.from({ length: 61 }, (_, index) => index * 100))
  expect(new Set(tokens.slice(0, 30)).size).toBe(1)
  expect(tokens[30]).not.toBe(tokens[29])
  expect(new Set(tokens.slice(30, 60)).size).toBe(1)
  expect(tokens[60]).not.toBe(tokens[59])
})

test('a request after three minutes begins a new session, also if the clock went back', () => {
  const [first, late, next] = tokensAt([0, 180_000, 180_300])
  expect(late).not.toBe(first)
  expect(next).toBe(late)
  expect(new Set(tokensAt([600_000, 0])).size).toBe(1)
})

test('each session has a token of the form that the shop accepts', () => {
  expect(tokensAt([0])[0]).toMatch(/^[0-9a-f-]{36}$/)
})
