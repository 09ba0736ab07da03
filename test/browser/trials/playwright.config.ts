/** Runs a trial: a day of work on the screens, with the taps counted. `npm test` does not run it. decisions/075 */
import base from '../playwright.config.ts'

const [shop] = [base.webServer].flat()

export default {
  ...base,
  testDir: '.',
  testMatch: '*.trial.ts',
  workers: 1,
  retries: 0,
  timeout: 900_000,
  webServer: [shop!],
}
