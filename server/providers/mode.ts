/** `sandbox` is the same client pointed at an in-process stand-in: no money moves. */
export type Mode = 'live' | 'sandbox'
