/** `sandbox`: the same client with the address of a sandbox; no money moves. */
export type Mode = 'live' | 'sandbox'
