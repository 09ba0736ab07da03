/** One Lighthouse measurement of one page as on a phone: with simulated slow 4G and a slow processor. */
import { request } from 'node:http'
import lighthouse from 'lighthouse'
import type { Browser } from './browser.ts'

export type Measurement = {
  /** Scores from 0 to 100. */
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** In milliseconds. */
  lcp: number
  tbt: number
  cls: number
  /** The size of all scripts with gzip, in bytes. */
  scripts: number
  /** The size of everything that the page loads, in bytes as transferred. */
  total: number
  /** The titles of the failed audits of accessibility, best practices and SEO. */
  faults: string[]
}

const TRIES = 3

export async function measure(
  browser: Browser,
  url: string,
): Promise<{ measurement: Measurement; report: { html: string; json: string } }> {
  const { lhr, report } = await record(browser, url)
  const [html = '', json = ''] = report
  const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  const number = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN
  return {
    measurement: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      lcp: number('largest-contentful-paint'),
      tbt: number('total-blocking-time'),
      cls: number('cumulative-layout-shift'),
      scripts: await gzippedScripts(itemsOf(lhr.audits['network-requests'])),
      total: number('total-byte-weight'),
      faults: failedAudits(lhr),
    },
    report: { html, json },
  }
}

/** Makes several attempts, because on a busy machine Chromium sometimes loses the beginning of a trace. */
async function record(browser: Browser, url: string, tries = TRIES): Promise<RunnerResult> {
  const result = await lighthouse(url, { port: browser.port, output: ['html', 'json'], logLevel: 'silent' })
  const problem = result ? result.lhr.runtimeError?.message : 'Lighthouse returned no result'
  if (result && !problem) return result
  if (tries === 1) throw new Error(`${url}: ${problem}`)
  return record(browser, url, tries - 1)
}

type Loaded = { url: string; resourceType?: string }

function itemsOf(audit: { details?: unknown } | undefined): Loaded[] {
  return (audit?.details as { items?: Loaded[] } | undefined)?.items ?? []
}

/** The size of the scripts with gzip, because the target is for gzip. Chromium itself loads them with Brotli. */
async function gzippedScripts(loaded: Loaded[]): Promise<number> {
  const urls = new Set(loaded.filter(({ resourceType }) => resourceType === 'Script').map(({ url }) => url))
  const sizes = await Promise.all([...urls].map(gzippedSize))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function gzippedSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let size = 0
      answer.on('data', (chunk: Buffer) => (size += chunk.length))
      answer.on('end', () => resolve(size))
    })
    call.on('error', reject)
    call.end()
  })
}

type RunnerResult = NonNullable<Awaited<ReturnType<typeof lighthouse>>>

function failedAudits({ categories, audits }: RunnerResult['lhr']): string[] {
  const names = ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    (categories[category]?.auditRefs ?? []).filter(({ weight }) => weight > 0).map(({ id }) => id),
  )
  return [...new Set(names)].flatMap((id) => {
    const audit = audits[id]
    return audit && audit.score !== null && audit.score < 1 ? [`${audit.title} (${id})`] : []
  })
}
