/** `sandbox`: the client calls a sandbox instead of the live service, so no money moves. */
export type Mode = 'live' | 'sandbox'
