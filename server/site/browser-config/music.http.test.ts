// On SQLite only: policies of browsers, which do not read the database.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { documentPolicy } from '../pages/policy.ts'

let shop: TestShop
afterEach(() => shop.close())

const ID = '37i9dQZF1DX4sWSpwq3LiO'
const IMAGERY = join(import.meta.dirname, '../../../imagery')
const settings = async () => (await shop.visitor().get('/api/config/music')).body

test('without a playlist the shop’s own player is embedded, and no page may frame another site', async () => {
  shop = await openShop()
  expect(await settings()).toEqual({
    playlist: {
      player: '/sandbox/music/embed/playlist/sandbox?utm_source=generator',
      link: null,
      load: 'page',
      sandbox: true,
    },
  })
  const { text, headers } = await shop.visitor().get('/sandbox/music/embed/playlist/sandbox')
  const records = JSON.parse(readFileSync(join(IMAGERY, 'records.json'), 'utf8'))
  expect(records).toHaveLength(8)
  for (const { sleeve, sides } of records) {
    expect(text).toContain(sides[0])
    expect(text).toContain(`/sandbox/music/pieces/${sleeve}.opus`)
  }
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(headers['x-frame-options']).toBeUndefined()
  expect(documentPolicy([], { methods: [], player: null, mailService: null })).toContain("frame-src 'self';")
})

test('each piece is at most 300 KB in either format, and is served in ranges', async () => {
  shop = await openShop()
  const pieces = readdirSync(join(IMAGERY, 'music'))
  expect(pieces.filter((name) => name.endsWith('.opus'))).toHaveLength(8)
  expect(pieces.filter((name) => name.endsWith('.m4a'))).toHaveLength(8)
  for (const name of pieces) {
    expect(statSync(join(IMAGERY, 'music', name)).size).toBeLessThanOrEqual(300 * 1024)
    const part = await shop.app.inject({
      url: `/sandbox/music/pieces/${name}`,
      headers: { range: 'bytes=100-199' },
    })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload).toEqual(readFileSync(join(IMAGERY, 'music', name)).subarray(100, 200))
  }
  expect((await shop.visitor().get('/sandbox/music/pieces/..%2frecords.json')).status).toBeGreaterThanOrEqual(
    400,
  )
})

test('a pasted link works; the embedded URL is built only from its id', async () => {
  const pasted = `https://open.spotify.com/intl-de/playlist/${ID}?si=0123456789abcdef`
  shop = await openShop({ env: { SPOTIFY_PLAYLIST_ID: pasted } })
  expect(await settings()).toEqual({
    playlist: {
      player: `https://open.spotify.com/embed/playlist/${ID}?utm_source=generator`,
      link: `https://open.spotify.com/playlist/${ID}`,
      load: 'page',
      sandbox: false,
    },
  })
  const { embedBase } = shop.shop.config.music
  expect(documentPolicy([], { methods: [], player: embedBase, mailService: null })).toContain(
    "frame-src 'self' https://open.spotify.com;",
  )
})

test('settings can make the player wait for a click, and load it from another URL', async () => {
  shop = await openShop({
    env: { SPOTIFY_PLAYLIST_ID: ID, MUSIC_EMBED_BASE: 'https://music.example/', MUSIC_LOAD: 'click' },
  })
  const { playlist } = await settings()
  expect(playlist.player).toBe(`https://music.example/embed/playlist/${ID}?utm_source=generator`)
  expect(playlist.load).toBe('click')
})
