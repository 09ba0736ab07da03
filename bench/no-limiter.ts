/**
 * Loaded before the shop, with `--import`: requests start at once, without the limit per turn of the event loop
 * (server/platform/http/create-fastify.ts).
 */
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './limit-concurrency.ts' && context.parentURL?.endsWith('/http/create-fastify.ts')
      ? { url: import.meta.url, shortCircuit: true }
      : next(specifier, context),
})

/** Replaces the function of the shop. */
export function limitConcurrency<Handle>(handle: Handle): Handle {
  return handle
}
