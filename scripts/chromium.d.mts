/** Path of the program; empty when Playwright's own is to be used. */
export function findChromium(): string
