import { afterEach, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { documentPolicy } from '../pages/policy.ts'

let shop: TestShop
afterEach(() => shop.close())

const ID = '37i9dQZF1DX4sWSpwq3LiO'
const asked = async () => (await shop.visitor().get('/api/config/music')).body

test('without a playlist there is none, and no page may frame anybody else', async () => {
  shop = await openShop()
  expect(await asked()).toEqual({ playlist: null })
  expect(documentPolicy([], { payments: 'sandbox', player: null, mailService: null })).toContain(
    "frame-src 'self';",
  )
})

test('a pasted link is enough; what is framed is made of its id alone', async () => {
  const pasted = `https://open.spotify.com/intl-de/playlist/${ID}?si=0123456789abcdef`
  shop = await openShop({ env: { SPOTIFY_PLAYLIST_ID: pasted } })
  expect(await asked()).toEqual({
    playlist: {
      player: `https://open.spotify.com/embed/playlist/${ID}?utm_source=generator`,
      link: `https://open.spotify.com/playlist/${ID}`,
    },
  })
  const { embedBase } = shop.shop.config.music!
  expect(documentPolicy([], { payments: 'sandbox', player: embedBase, mailService: null })).toContain(
    "frame-src 'self' https://open.spotify.com;",
  )
})

test('the player may come from elsewhere', async () => {
  shop = await openShop({ env: { SPOTIFY_PLAYLIST_ID: ID, MUSIC_EMBED_BASE: 'https://music.example/' } })
  expect((await asked()).playlist.player).toBe(
    `https://music.example/embed/playlist/${ID}?utm_source=generator`,
  )
})
