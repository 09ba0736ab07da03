export function installStamp(): string
export function installed(): { stamp: string; extent: string }
export function rememberInstall(extent: 'server' | 'all'): void
export function buildStamp(): string
export function isBuilt(): boolean
export function writeStamp(stamp: string): void
export const BUNDLE: string
export function bundleStamp(): string
export function isBundled(): boolean
export function writeBundleStamp(stamp: string): void
