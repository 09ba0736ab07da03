export function installStamp(): string
export function installed(): { stamp: string; extent: string }
export function rememberInstall(extent: 'server' | 'all'): void
export function buildStamp(): string
export function isBuilt(): boolean
export function writeStamp(stamp: string): void
