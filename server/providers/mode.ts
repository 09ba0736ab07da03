/** `sandbox` is the same client, with the address of a sandbox. No money moves. */
export type Mode = 'live' | 'sandbox'
