import { expect, it } from 'vitest'
import { playerUrl, playlistId, playlistUrl } from './playlist.ts'

const ID = '37i9dQZF1DX4sWSpwq3LiO'

it.each([
  ID,
  ` ${ID} `,
  `spotify:playlist:${ID}`,
  `https://open.spotify.com/playlist/${ID}`,
  `https://open.spotify.com/playlist/${ID}?si=0123456789abcdef`,
  `https://open.spotify.com/intl-de/playlist/${ID}`,
  `https://open.spotify.com/embed/playlist/${ID}?utm_source=generator&theme=0`,
])('finds the id of the playlist in %s', (pasted) => {
  expect(playlistId(pasted)).toBe(ID)
})

it.each([
  null,
  '',
  `${ID}x`,
  ID.slice(1),
  `https://open.spotify.com/album/${ID}`,
  `https://open.spotify.com.example/playlist/${ID}`,
  `http://open.spotify.com/playlist/${ID}`,
  `javascript:alert(1)//${ID}`,
])('finds no playlist in %s', (pasted) => {
  expect(playlistId(pasted)).toBeNull()
})

it('makes the addresses of the player and of the playlist', () => {
  expect(playerUrl(ID)).toBe(`https://open.spotify.com/embed/playlist/${ID}?utm_source=generator`)
  expect(playlistUrl(ID)).toBe(`https://open.spotify.com/playlist/${ID}`)
})
