export function installStamp(): string
export function isInstalled(): boolean
export function rememberInstall(): void
export function buildStamp(): string
export function isBuilt(): boolean
export function writeStamp(stamp: string): void
