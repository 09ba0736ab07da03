import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  // The builder empties its folder, and the pictures stand in build/ too.
  buildDirectory: 'build/site',
  ssr: true,
  // One small table of routes: no second request to find out where a link leads.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
