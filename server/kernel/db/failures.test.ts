/** Which errors count as a database outage. */
import { expect, test } from 'vitest'
import { isOutage } from './failures.ts'

const failure = (facts: object) => Object.assign(new Error('failed'), facts)

test.each([
  '08006',
  '25006',
  '25P03',
  '53300',
  '57014',
  '57P01',
  '57P03',
  '58030',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])('%s is an outage', (code) => {
  expect(isOutage(failure({ code }))).toBe(true)
})

test.each([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
])('“%s” is an outage', (message) => {
  expect(isOutage(new Error(message))).toBe(true)
})

test('a reset database connection is an outage, and a request that its client aborted is not', () => {
  expect(isOutage(failure({ code: 'ECONNRESET', syscall: 'read' }))).toBe(true)
  expect(isOutage(failure({ code: 'ECONNRESET' }))).toBe(false)
})

test('the missing socket of a local server is an outage, and a missing file is not', () => {
  expect(isOutage(failure({ code: 'ENOENT', syscall: 'connect' }))).toBe(true)
  expect(isOutage(failure({ code: 'ENOENT', syscall: 'open' }))).toBe(false)
})

test.each([13, 10, 14, 8, 778])('SQLite’s code %i is an outage', (errcode) => {
  expect(isOutage(failure({ code: 'ERR_SQLITE_ERROR', errcode }))).toBe(true)
})

test.each(['23505', '22P02', '42P01', '40001', '25P02', 'EACCES', 'ERR_SQLITE_ERROR'])(
  '%s is not an outage',
  (code) => {
    expect(isOutage(failure({ code, errcode: 2067 }))).toBe(false)
  },
)

test('a thrown value that is not an error is not an outage', () => {
  for (const thrown of [undefined, null, 'no', 7]) expect(isOutage(thrown)).toBe(false)
})
