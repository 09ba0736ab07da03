/**
 * The service worker of the roast day and of the van's runs. It keeps the documents, scripts, styles and fonts of these pages, so
 * that they open without a connection. Each of the two registers it with its own scope. It keeps no data: steps, and the last
 * state of a day or run, are in the page's own storage (decisions/071-roast-day-offline.md).
 *
 * Each build of the site has a cache of its own. The scripts are stored before the document, so a stored document always has
 * its scripts.
 */

const SCOPE = new URL(self.registration.scope).pathname
/** 'roast-day ' or 'run ' */
const CACHES = `${SCOPE.split('/').at(-1)} `
/** Milliseconds until a slow answer to a reload is replaced by the stored document. */
const PATIENCE = 4000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const paths = event.data?.keep
  if (Array.isArray(paths)) event.waitUntil(Promise.all(paths.map(keep)))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate' && isInScope(url.pathname)) event.respondWith(documentOf(request, url.pathname))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(assetOf(request))
})

function isInScope(path) {
  return path === SCOPE || path.startsWith(`${SCOPE}/`)
}

/** Stores the document of a path and everything that it loads. */
async function keep(path) {
  if (!isInScope(path)) return
  const response = await fetch(path, { headers: { accept: 'text/html' }, cache: 'no-cache' })
  if (response.status !== 200 || response.redirected) return
  const html = await response.clone().text()
  const assets = [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? [])]
  const build = assets.find((asset) => asset.startsWith('/assets/manifest-'))
  if (!build) return
  const name = CACHES + build
  const cache = await caches.open(name)
  await Promise.all(assets.map(async (asset) => (await cache.match(asset)) ?? cache.add(asset)))
  await cache.put(path, response)
  for (const other of await caches.keys())
    if (other.startsWith(CACHES) && other !== name) await caches.delete(other)
}

/** The document from the shop, or the stored one if the shop does not answer. */
async function documentOf(request, path) {
  const answer = fetch(request)
  // A late failure is not an error, because the stored document was used.
  answer.catch(() => {})
  const first = await Promise.race([answer.catch(() => null), pause(PATIENCE)])
  if (first && first.status < 500) return first
  const stored = await caches.match(path, { ignoreSearch: true })
  if (stored) return stored
  // The page without a day opens the day that was shown last.
  if (path !== SCOPE && (await caches.match(SCOPE))) return Response.redirect(SCOPE)
  return first ?? answer
}

/** A script, style sheet or font. Its address changes with its content, so a stored copy is always right. */
async function assetOf(request) {
  const stored = await caches.match(request)
  if (stored) return stored
  const response = await fetch(request)
  const name = (await caches.keys()).find((each) => each.startsWith(CACHES))
  if (response.status === 200 && name) await (await caches.open(name)).put(request, response.clone())
  return response
}

function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), milliseconds)
  })
}
