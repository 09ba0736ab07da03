/**
 * Arguments of Node for a shop that a test starts as a process: passwords have the quick hash, and with a larger young
 * generation a start needs a tenth less CPU. decisions/037
 */
export const SHOP_PROGRAM = [
  '--min-semi-space-size=16',
  '--import',
  './test/quick-hash.mjs',
  'server/start.mjs',
]
