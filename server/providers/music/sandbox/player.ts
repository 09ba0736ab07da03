/**
 * The stand-in for the streaming service's player: a page of its own in the same frame, with eight pieces that were
 * synthesized for this shop (`imagery/kit/records.py`). Nothing of a piece is loaded before it is played.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { MUSIC_SANDBOX } from '#shared/playlist.ts'
import { escapeMarkup } from '../../../text/escape.ts'

const IMAGERY = join(import.meta.dirname, '../../../../imagery')
const OPEN = { config: { access: 'public' } }

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

type Record = { sleeve: string; title: string; artist: string; sides: string[] }

/** Serves the page for any playlist id, its script and style, and the pieces (with ranges, which Safari asks for). */
export async function musicSandboxPlayer(app: FastifyInstance): Promise<void> {
  const page = playerPage(JSON.parse(readFileSync(join(IMAGERY, 'records.json'), 'utf8')) as Record[])
  app.get(`${MUSIC_SANDBOX}/embed/playlist/:id`, OPEN, (_request, reply) =>
    send(reply.removeHeader('x-frame-options').header('content-security-policy', policy), page, 'text/html'),
  )
  for (const [file, type] of [
    ['player.js', 'text/javascript'],
    ['player.css', 'text/css'],
  ] as const) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    app.get(`${MUSIC_SANDBOX}/${file}`, OPEN, (_request, reply) => send(reply, text, type))
  }
  await app.register(fastifyStatic, {
    root: join(IMAGERY, 'music'),
    serve: false,
    decorateReply: !app.hasReplyDecorator('sendFile'),
    cacheControl: false,
  })
  app.get<{ Params: { file: string } }>(`${MUSIC_SANDBOX}/pieces/:file`, OPEN, (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .sendFile(request.params.file, join(IMAGERY, 'music')),
  )
}

function send(reply: FastifyReply, text: string, type: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text)
}

function playerPage(records: Record[]): string {
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
<div class="controls" hidden>
<button type="button" id="previous">Previous</button>
<button type="button" id="toggle">Play</button>
<button type="button" id="next">Next</button>
</div>
<label class="position" hidden><span>Position</span><input type="range" id="position" min="0" max="48" step="1" value="0"></label>
</div>
<ol>
${records.map(trackOf).join('\n')}
</ol>
</div>
</body>
</html>
`
}

/** The native controls play without the script, which hides them. */
function trackOf({ sleeve, title, artist, sides }: Record): string {
  const name = escapeMarkup(sides[0] ?? title)
  const by = escapeMarkup(`${artist}, ${title}`)
  const piece = `${MUSIC_SANDBOX}/pieces/${sleeve}`
  return `<li data-title="${name}" data-artist="${by}">
<button type="button" class="track" hidden><span class="name">${name}</span><span class="by">${by}</span></button>
<p class="plain"><span class="name">${name}</span> <span class="by">${by}</span></p>
<audio controls preload="none"><source src="${piece}.opus" type="audio/ogg; codecs=opus"><source src="${piece}.m4a" type="audio/mp4"></audio>
</li>`
}
