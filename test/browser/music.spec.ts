import { expect, test, type Page } from '@playwright/test'
import { waitForHydration } from './steps.ts'

const ID = '37i9dQZF1DX6ziVCJnEm59'

test('MUSIC is the universal language; without a playlist our own player plays eight pieces', async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/pieces/')) loaded.push(request.url())
  })
  await page.goto('/music')
  await expect(page.getByRole('heading', { name: 'Music', level: 1 })).toBeVisible()
  await expect(page.getByText('Music is the universal language.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What plays in the cafe' })).toBeVisible()
  const box = await page.locator('iframe').boundingBox()
  expect(box!.height).toBe(450)
  expect(box!.width).toBeLessThanOrEqual(700)

  const player = page.frameLocator('iframe')
  await expect(player.locator('li')).toHaveCount(8)
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  expect(loaded).toEqual([])
  await player.getByRole('button', { name: 'Stay a While' }).click()
  await expect(player.getByRole('button', { name: 'Stay a While' })).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(() =>
      player
        .locator('li audio')
        .nth(2)
        .evaluate((audio) => (audio as unknown as { currentTime: number }).currentTime),
    )
    .toBeGreaterThan(0.3)
  await player.getByRole('button', { name: 'Next' }).click()
  await expect(player.getByRole('button', { name: 'Five Stones' })).toHaveAttribute('aria-pressed', 'true')
  await player.getByRole('button', { name: 'Pause' }).click()
  await expect(player.getByRole('button', { name: 'Five Stones' })).toHaveAttribute('aria-pressed', 'false')
  expect(new Set(loaded).size).toBe(2)
})

test.describe('with a playlist', () => {
  // The server's Content-Security-Policy is that of a shop without a playlist.
  test.use({ bypassCSP: true, viewport: { width: 1440, height: 900 } })

  test('the player is embedded at once, 450 px high and at most 700 px wide, with a spinner until it has loaded', async ({
    page,
  }) => {
    const gate = Promise.withResolvers<void>()
    const asked = await openWithPlaylist(page, gate.promise)
    await expect(page.getByRole('link', { name: /Open the playlist/ })).toHaveAttribute(
      'href',
      new RegExp(ID),
    )
    const player = page.locator('iframe')
    await expect(page.getByText('Loading the player')).toBeAttached()
    const box = await player.boundingBox()
    expect(box!.height).toBe(450)
    expect(box!.width).toBeLessThanOrEqual(700)
    expect(box!.width).toBeGreaterThan(600)
    gate.resolve()
    await expect(page.getByText('Loading the player')).toHaveCount(0)
    expect(asked).toHaveLength(1)
  })

  test('with MUSIC_LOAD=click nothing is loaded from the service before a click', async ({ page }) => {
    const asked = await openWithPlaylist(page, Promise.resolve(), 'click')
    await expect(page.getByRole('button', { name: 'Play here' })).toBeVisible()
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Play here' }).click()
    await expect(page.frameLocator('iframe').getByText('Playing')).toBeVisible()
    expect(asked).toHaveLength(1)
  })

  test('the page waits at most eight seconds for a player that never loads', async ({ page }) => {
    await page.clock.install()
    await openWithPlaylist(page, new Promise(() => {}), 'click')
    await expect(page.getByRole('button', { name: 'Play here' })).toBeVisible()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.getByRole('button', { name: 'Play here' }).click()
    await page.clock.fastForward(7900)
    await expect(page.getByText('Loading the player')).toBeAttached()
    await page.clock.fastForward(200)
    await expect(page.getByText('Loading the player')).toHaveCount(0)
    await expect(page.getByText('The player is taking a long time to load.')).toBeVisible()
  })

  test('an offline visitor sees a message, and nothing is loaded until the next click', async ({ page }) => {
    const asked = await openWithPlaylist(page, Promise.resolve(), 'click')
    await expect(page.getByRole('button', { name: 'Play here' })).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Play here' }).click()
    await expect(page.getByRole('alert').getByText('You are offline.')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Play here' }).click()
    await expect(page.frameLocator('iframe').getByText('Playing')).toBeVisible()
    expect(asked).toHaveLength(1)
  })
})

/** Opens the music page as with SPOTIFY_PLAYLIST_ID set; the player loads when `loaded` resolves. */
async function openWithPlaylist(
  page: Page,
  loaded: Promise<void>,
  load: 'page' | 'click' = 'page',
): Promise<string[]> {
  const asked: string[] = []
  await page.route('https://open.spotify.com/**', async (route) => {
    asked.push(route.request().url())
    await loaded
    await route.fulfill({ contentType: 'text/html', body: '<p>Playing</p>' })
  })
  const playlist = {
    player: `https://open.spotify.com/embed/playlist/${ID}?utm_source=generator`,
    link: `https://open.spotify.com/playlist/${ID}`,
    load,
    sandbox: false,
  }
  await page.route('**/api/config/music', (route) => route.fulfill({ json: { playlist } }))
  await page.goto('/about')
  await waitForHydration(page)
  await page.getByRole('banner').getByRole('link', { name: 'MUSIC' }).click()
  await expect(page.getByRole('heading', { name: 'Music', level: 1 })).toBeVisible()
  return asked
}
