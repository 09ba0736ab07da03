/**
 * One Lighthouse measurement of a first visit to a page, with Lighthouse's own settings: a phone with a slow processor on
 * simulated slow 4G.
 */
import { request } from 'node:http'
import lighthouse from 'lighthouse'
import { withNewBrowser } from './browser.ts'

export type Measurement = {
  /** Scores from 0 to 100. */
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Milliseconds. */
  lcp: number
  tbt: number
  cls: number
  /** Bytes of all scripts with gzip, and of their code that did not run. */
  scripts: number
  unused: number
  /** Bytes of everything that the page loads, as transferred. */
  total: number
  /** Lighthouse's titles of the failed audits of accessibility, best practices and SEO. */
  faults: string[]
}

const TRIES = 3

export async function measure(
  url: string,
): Promise<{ measurement: Measurement; report: { html: string; json: string } }> {
  const { lhr, artifacts, report } = await record(url)
  const [html = '', json = ''] = report
  const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  const number = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN
  const scripts = await scriptsOf(itemsOf(lhr.audits['network-requests']), artifacts)
  return {
    measurement: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      lcp: number('largest-contentful-paint'),
      tbt: number('total-blocking-time'),
      cls: number('cumulative-layout-shift'),
      scripts: sumOf(scripts.map(({ gzip }) => gzip)),
      unused: sumOf(scripts.map(({ gzip, unused }) => gzip * unused)),
      total: number('total-byte-weight'),
      faults: faultsOf(lhr),
    },
    report: { html, json },
  }
}

/** Retries, because on a busy machine Chromium sometimes loses the beginning of a trace. */
async function record(url: string, tries = TRIES): Promise<RunnerResult> {
  const result = await withNewBrowser((port) =>
    lighthouse(url, { port, output: ['html', 'json'], logLevel: 'silent' }),
  )
  const problem = result ? result.lhr.runtimeError?.message : 'Lighthouse returned no result'
  if (result && !problem) return result
  if (tries === 1) throw new Error(`${url}: ${problem}`)
  return record(url, tries - 1)
}

type Loaded = { url: string; resourceType?: string }

function itemsOf(audit: { details?: unknown } | undefined): Loaded[] {
  return (audit?.details as { items?: Loaded[] } | undefined)?.items ?? []
}

/**
 * The scripts of a page: bytes with gzip (the target is for gzip, but Chromium gets Brotli), and the share of the code
 * that did not run. Unlike Lighthouse's audit `unused-javascript`, this counts scripts with less than 20 KB of unused
 * code too.
 */
async function scriptsOf(
  loaded: Loaded[],
  artifacts: Artifacts,
): Promise<{ gzip: number; unused: number }[]> {
  const urls = new Set(loaded.filter(({ resourceType }) => resourceType === 'Script').map(({ url }) => url))
  return Promise.all(
    [...urls].map(async (url) => ({ gzip: await gzippedSize(url), unused: unusedShare(url, artifacts) })),
  )
}

/** The part of a script's characters that did not run, from 0 to 1. */
function unusedShare(url: string, { Scripts, JsUsage }: Artifacts): number {
  const script = Scripts.find((one) => one.url === url)
  const usage = script && JsUsage[script.scriptId]
  if (!script?.length || !usage) return 0
  const isUnused = new Uint8Array(script.length)
  // Outer ranges come before the ranges inside them.
  for (const { count, startOffset, endOffset } of usage.functions.flatMap(({ ranges }) => ranges))
    isUnused.fill(count === 0 ? 1 : 0, startOffset, endOffset)
  return sumOf([...isUnused]) / script.length
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
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
type Artifacts = RunnerResult['artifacts']

function faultsOf({ categories, audits }: RunnerResult['lhr']): string[] {
  const names = ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    (categories[category]?.auditRefs ?? []).filter(({ weight }) => weight > 0).map(({ id }) => id),
  )
  return [...new Set(names)].flatMap((id) => {
    const audit = audits[id]
    return audit && audit.score !== null && audit.score < 1 ? [`${audit.title} (${id})`] : []
  })
}
