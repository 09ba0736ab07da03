/** Kills the shop before or after an owner's connection to a service is stored. It must be stored completely or not at all. */
import type { CrashPoint } from '#server/kernel/crash-points.ts'
import { startMapboxSandbox } from '#sandbox/mapbox/mapbox.ts'
import { ownerAt } from './buying.ts'
import { crashing, expectNoResponse, stopSite, withSite, type Site } from './crash.ts'

const TOKEN = 'pk.token-of-a-crash'

export async function crashDuringConnection(site: Site, point: CrashPoint): Promise<string[]> {
  const mapbox = await startMapboxSandbox({ token: TOKEN })
  await stopSite(site)
  const env = { ...site.env }
  site.env = { ...env, SERVICE_ADDRESSES: `mapbox=${mapbox.apiBase}` }
  const body = { version: 0, fields: { token: TOKEN } }
  try {
    await withSite(site, async (shop) => {
      const owner = await ownerAt(shop.origin)
      const { version } = await mapsAt(owner)
      if (version > 0) await owner.post('/api/services/maps/remove', { version })
    })
    await crashing(site, point, async (shop) => {
      const owner = await ownerAt(shop.origin)
      await owner.put('/api/services/maps', body).catch(expectNoResponse)
    })
    return await withSite(site, async (shop) => {
      const owner = await ownerAt(shop.origin)
      const isStored = point === 'after-connection-commit'
      const before = await mapsAt(owner)
      const saved = await owner.put('/api/services/maps', body)
      const expected = isStored ? ['screen live', 409] : ['none sandbox', 200]
      const seen = [`${before.source} ${before.mode}`, saved.status]
      return JSON.stringify(seen) === JSON.stringify(expected) ? [] : [`${point}: ${JSON.stringify(seen)}`]
    })
  } finally {
    site.env = env
    await stopSite(site)
    await mapbox.close()
  }
}

async function mapsAt(owner: Awaited<ReturnType<typeof ownerAt>>) {
  const { body } = await owner.get('/api/services')
  return body.connections.find(({ service }: { service: string }) => service === 'maps')
}
