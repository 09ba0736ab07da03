import { expect, it } from 'vitest'
import { instagramUrl, websiteUrl } from './artist-links.ts'

it('turns a handle into the URL of a profile, and keeps a complete URL', () => {
  expect(instagramUrl('@ilse.maren_t')).toBe('https://instagram.com/ilse.maren_t')
  expect(instagramUrl(' https://www.instagram.com/ilse/ ')).toBe('https://www.instagram.com/ilse/')
})

it.each([
  '',
  '@',
  '@instagram',
  '@a/b',
  'ilse',
  'http://instagram.com/x',
  'javascript:alert(1)',
  'https://user@evil.example/',
])('returns no link for %s', (text) => {
  expect(instagramUrl(text)).toBeNull()
})

it('returns no link for @website, and completes a bare domain', () => {
  expect(['@website', '', 'javascript:alert(1)', 'my site'].map(websiteUrl)).toEqual([null, null, null, null])
  expect(websiteUrl('odile.example/prints')).toBe('https://odile.example/prints')
  expect(websiteUrl('https://odile.example/')).toBe('https://odile.example/')
  expect(websiteUrl('http://odile.example/')).toBe('http://odile.example/')
})
