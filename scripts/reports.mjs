/** Reads the JSON reports of the test runners. Runs on Node 20 or newer. */
import { relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * How many tests passed, and the names of those that failed, and of those that passed only on a retry.
 * @typedef {{ passed: number, failed: string[], flaky: string[] }} Counted
 */

/**
 * A file that cannot be loaded, or whose setup fails, counts as one failure with the name of the file.
 * @param {any} report of Vitest; empty if it wrote none
 * @returns {Counted}
 */
export function countVitest({ testResults = [] }) {
  const counted = { passed: 0, failed: [], flaky: [] }
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(ROOT, name)
    const before = counted.failed.length
    for (const test of assertionResults) {
      const found = `${file}: ${test.fullName}`
      if (test.status === 'failed') counted.failed.push(found)
      if (test.status === 'passed') counted.passed++
      // The errors of the attempts before the one that passed.
      if (test.status === 'passed' && test.failureMessages.length > 0) counted.flaky.push(found)
    }
    if (status === 'failed' && counted.failed.length === before)
      counted.failed.push(`${file}: ${message.split('\n')[0]}`)
  }
  return counted
}

/**
 * @param {any} report of Playwright; empty if it wrote none
 * @returns {Counted}
 */
export function countPlaywright({ suites = [], errors = [] }) {
  const counted = { passed: 0, failed: [], flaky: [] }
  for (const { message = '' } of errors) counted.failed.push(message.split('\n')[0])
  const read = ({ specs = [], suites: inner = [] }) => {
    for (const { file, title, tests } of specs) {
      const found = `${file}: ${title}`
      for (const { status } of tests) {
        if (status === 'expected' || status === 'flaky') counted.passed++
        if (status === 'flaky') counted.flaky.push(found)
        if (status === 'unexpected') counted.failed.push(found)
      }
    }
    inner.forEach(read)
  }
  suites.forEach(read)
  return counted
}
