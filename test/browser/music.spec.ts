import { expect, test, type Page } from '@playwright/test'
import { untilAlive } from './steps.ts'

const ID = '37i9dQZF1DX6ziVCJnEm59'

test('MUSIC is the universal language; without a playlist the page says what plays in the house', async ({
  page,
}) => {
  await page.goto('/music')
  await expect(page.getByRole('heading', { name: 'Music', level: 1 })).toBeVisible()
  await expect(page.getByText('Music is the universal language.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What plays in the house' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test.describe('with a playlist', () => {
  // The document’s policy belongs to a house without one.
  test.use({ bypassCSP: true, viewport: { width: 1440, height: 900 } })

  test('the player comes at a press, 450 px high and 700 wide at most, with a spinner until it has loaded', async ({
    page,
  }) => {
    const gate = Promise.withResolvers<void>()
    const asked = await playlistOf(page, gate.promise)
    await expect(page.getByRole('link', { name: /Open the playlist/ })).toHaveAttribute(
      'href',
      new RegExp(ID),
    )
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Play here' }).click()
    const player = page.locator('iframe')
    await expect(page.getByText('Bringing the player')).toBeAttached()
    const box = await player.boundingBox()
    expect(box!.height).toBe(450)
    expect(box!.width).toBeLessThanOrEqual(700)
    expect(box!.width).toBeGreaterThan(600)
    gate.resolve()
    await expect(page.getByText('Bringing the player')).toHaveCount(0)
    expect(asked).toHaveLength(1)
  })

  test('a player that never tells is not waited for longer than eight seconds', async ({ page }) => {
    await page.clock.install()
    await playlistOf(page, new Promise(() => {}))
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.getByRole('button', { name: 'Play here' }).click()
    await page.clock.fastForward(7900)
    await expect(page.getByText('Bringing the player')).toBeAttached()
    await page.clock.fastForward(200)
    await expect(page.getByText('Bringing the player')).toHaveCount(0)
    await expect(page.getByText('The player takes long to come.')).toBeVisible()
  })

  test('who is offline is told so, and nothing is loaded until the next press', async ({ page }) => {
    const asked = await playlistOf(page, Promise.resolve())
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

/** Opens the music page as it is with SPOTIFY_PLAYLIST_ID set; the player comes when `loaded`. */
async function playlistOf(page: Page, loaded: Promise<void>): Promise<string[]> {
  const asked: string[] = []
  await page.route('https://open.spotify.com/**', async (route) => {
    asked.push(route.request().url())
    await loaded
    await route.fulfill({ contentType: 'text/html', body: '<p>Playing</p>' })
  })
  const playlist = {
    player: `https://open.spotify.com/embed/playlist/${ID}?utm_source=generator`,
    link: `https://open.spotify.com/playlist/${ID}`,
  }
  await page.route('**/api/config/music', (route) => route.fulfill({ json: { playlist } }))
  await page.goto('/about')
  await untilAlive(page)
  await page.getByRole('banner').getByRole('link', { name: 'MUSIC' }).click()
  await expect(page.getByRole('button', { name: 'Play here' })).toBeVisible()
  return asked
}
