/**
 * Replaces the streaming service's player: a page in the same frame, with eight pieces of music that were synthesized
 * for this shop (`imagery/kit/records.py`). A piece is loaded only when it is played.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeMarkup } from '#shared/kernel/escape.ts'
import { MUSIC_SANDBOX } from '#shared/kernel/playlist.ts'
import type { Reply } from '../server.ts'
import { message, page, type WebRoute } from '../web.ts'

const IMAGERY = join(import.meta.dirname, '../../imagery')

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

type CafeRecord = { sleeve: string; title: string; artist: string; sides: string[] }

/**
 * The routes of the player: its page for any playlist id, its script and style, and the pieces. Safari needs byte
 * ranges.
 */
export function musicPages(): WebRoute[] {
  const html = playerPage(JSON.parse(readFileSync(join(IMAGERY, 'records.json'), 'utf8')) as CafeRecord[])
  const pieces = new Set(readdirSync(join(IMAGERY, 'music')))
  return [
    {
      method: 'GET',
      path: `${MUSIC_SANDBOX}/embed/playlist/:id`,
      answer: () => page(200, html, 'text/html', { 'content-security-policy': policy }),
    },
    file('player.js', 'text/javascript'),
    file('player.css', 'text/css'),
    {
      method: 'GET',
      path: `${MUSIC_SANDBOX}/pieces/:name`,
      answer: async ({ name = '' }, { headers }) =>
        pieces.has(name)
          ? partOf(await readFile(join(IMAGERY, 'music', name)), typeOf(name), headers.range)
          : message(404, 'There is no such piece'),
    },
  ]
}

function file(name: string, type: string): WebRoute {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8')
  return { method: 'GET', path: `${MUSIC_SANDBOX}/${name}`, answer: () => page(200, text, type) }
}

function typeOf(name: string): string {
  return name.endsWith('.opus') ? 'audio/ogg' : 'audio/mp4'
}

/**
 * Replies with the bytes that a Range header requests. Replies with the whole file if there is no header or several
 * ranges.
 */
function partOf(bytes: Buffer, type: string, range: string | undefined): Reply {
  const headers = { 'content-type': type, 'accept-ranges': 'bytes', 'cache-control': 'public, max-age=86400' }
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return { status: 200, body: bytes, headers }
  const size = bytes.length
  const from = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (from > to)
    return { status: 416, body: Buffer.alloc(0), headers: { ...headers, 'content-range': `bytes */${size}` } }
  return {
    status: 206,
    body: bytes.subarray(from, to + 1),
    headers: { ...headers, 'content-range': `bytes ${from}-${to}/${size}` },
  }
}

function playerPage(records: CafeRecord[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Playlist: a day at the bar</title>
<link rel="stylesheet" href="${MUSIC_SANDBOX}/player.css">
<script type="module" src="${MUSIC_SANDBOX}/player.js"></script>
</head>
<body>
<div class="player">
<div class="head">
<p class="now" aria-live="polite"><strong id="title">A day at the bar</strong><span id="artist">Eight records, one piece each</span></p>
<div class="controls">
<button type="button" id="previous">Previous</button>
<button type="button" id="toggle">Play</button>
<button type="button" id="next">Next</button>
</div>
<label class="position"><span>Position</span><input type="range" id="position" min="0" max="48" step="1" value="0"></label>
</div>
<ol>
${records.map(trackOf).join('\n')}
</ol>
</div>
</body>
</html>
`
}

/**
 * A button for browsers with scripts, and an audio element with controls for others. The style sheet shows one of them.
 */
function trackOf({ sleeve, title, artist, sides }: CafeRecord): string {
  const name = escapeMarkup(sides[0] ?? title)
  const by = escapeMarkup(`${artist}, ${title}`)
  const piece = `${MUSIC_SANDBOX}/pieces/${sleeve}`
  return `<li data-title="${name}" data-artist="${by}">
<button type="button" class="track"><span class="name">${name}</span><span class="by">${by}</span></button>
<p class="plain"><span class="name">${name}</span> <span class="by">${by}</span></p>
<audio controls preload="none"><source src="${piece}.opus" type="audio/ogg; codecs=opus"><source src="${piece}.m4a" type="audio/mp4"></audio>
</li>`
}
