import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // A folder of its own, because the build empties it and build/ also contains the pictures.
  buildDirectory: 'build/site',
  ssr: true,
  // The document lists all routes, so a link needs no request to find its route.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
